package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RetryBudgetThreadsTest {
    @Test
    void manyThreadsTogetherGetNoMoreThanOneDoes() throws Exception {
        RetryBudget budget = new RetryBudget(new RetryTerms(100, 1), TimeMeter.SYSTEM_NANOTIME);
        int threads = 8;
        int firsts = 5_000;
        budget.failed();
        CyclicBarrier together = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(pool.submit(() -> {
                    together.await();
                    int went = 0;
                    for (int j = 0; j < firsts; j++) {
                        budget.begin(Repetition.NONE).went();
                        Fate retry = budget.begin(Repetition.CERTAIN);
                        went += retry == null ? 0 : 1;
                        if (j % 3 == 0 && retry != null) {
                            retry.stayed();
                            went--;
                        }
                    }
                    return went;
                }));
            }
            int went = 0;
            for (Future<Integer> result : results) {
                went += result.get();
            }
            while (budget.begin(Repetition.CERTAIN) != null) {
                went++;
            }
            assertThat(went).as("a tenth of the first attempts and 10").isEqualTo(threads * firsts / 10 + 10);
        } finally {
            pool.shutdownNow();
        }
    }
}
