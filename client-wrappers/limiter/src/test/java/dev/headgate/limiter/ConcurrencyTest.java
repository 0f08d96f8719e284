package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
    private final Concurrency limit = Concurrency.of(2);
    private final List<Concurrency.Permit> inside = new ArrayList<>();

    @Test
    void no_more_than_the_limit_are_inside_and_a_permit_is_given_back_once() {
        Concurrency.Permit first = limit.tryEnter().orElseThrow();
        assertThat(limit.tryEnter()).isPresent();
        assertThat(limit.tryEnter()).isEmpty();
        first.close();
        first.close();
        assertThat(limit.getInside()).isEqualTo(1);
        assertThat(limit.tryEnter()).isPresent();
        assertThat(limit.tryEnter()).isEmpty();
        assertThatThrownBy(() -> Concurrency.of(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void who_queues_is_let_in_first_come_first_served() {
        List<String> order = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d", "e")) {
            Concurrency.Turn turn = limit.enqueue(permit -> {
                order.add(name);
                inside.add(permit);
            });
            if (name.equals("d")) {
                assertThat(turn.cancel()).isTrue();
                assertThat(turn.cancel()).isFalse();
            }
        }
        assertThat(order).containsExactly("a", "b");
        assertThat(limit.getQueued()).isEqualTo(2);
        inside.get(0).close();
        assertThat(limit.tryEnter()).isEmpty();
        inside.get(1).close();
        assertThat(order).containsExactly("a", "b", "c", "e");
    }

    @Test
    void a_wider_limit_lets_in_who_queues_and_a_narrower_one_waits_for_who_is_inside() {
        for (int i = 0; i < 4; i++) {
            limit.enqueue(inside::add);
        }
        limit.setLimit(3);
        assertThat(inside).hasSize(3);
        limit.setLimit(1);
        inside.get(0).close();
        inside.get(1).close();
        assertThat(inside).hasSize(3);
        inside.get(2).close();
        assertThat(inside).hasSize(4);
        assertThat(limit.getLimit()).isEqualTo(1);
    }

    @Test
    void a_turn_that_fails_gives_its_permit_back() {
        assertThatThrownBy(() -> limit.enqueue(permit -> {
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(limit.getInside()).isZero();
    }

    @Test
    void many_threads_never_are_too_many_inside() throws InterruptedException {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int t = 0; t < 8; t++) {
            threads.execute(() -> {
                for (int i = 0; i < 2_000; i++) {
                    limit.enqueue(permit -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        served.incrementAndGet();
                        now.decrementAndGet();
                        permit.close();
                    });
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(served.get()).isEqualTo(16_000);
        assertThat(most.get()).isLessThanOrEqualTo(2);
        assertThat(limit.getInside()).isZero();
    }
}
