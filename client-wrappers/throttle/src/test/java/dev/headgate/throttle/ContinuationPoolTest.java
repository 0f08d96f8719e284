package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContinuationPoolTest {
    private final ContinuationPool pool = new ContinuationPool();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void end() {
        end.countDown();
        pool.shutdown();
    }

    @Test
    void workThatKeepsItsThreadDoesNotHoldUpOthers() throws Exception {
        keepThreads(10);
        CountDownLatch ran = new CountDownLatch(1);
        pool.execute(ran::countDown);
        assertThat(ran.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void thereAreNoMoreThreadsThanTheBoundAndNothingIsLost() throws Exception {
        keepThreads(ContinuationPool.MOST);
        CountDownLatch ran = new CountDownLatch(1_000);
        for (int i = 0; i < 1_000; i++) {
            pool.execute(ran::countDown);
        }
        assertThat(ran.getCount()).isEqualTo(1_000);
        assertThat(pool.getPoolSize()).isEqualTo(ContinuationPool.MOST);
        end.countDown();
        assertThat(ran.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void afterItsEndItSaysSo() {
        pool.shutdown();
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    private void keepThreads(int count) throws InterruptedException {
        CountDownLatch kept = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            pool.execute(() -> {
                kept.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        assertThat(kept.await(5, TimeUnit.SECONDS)).isTrue();
    }
}
