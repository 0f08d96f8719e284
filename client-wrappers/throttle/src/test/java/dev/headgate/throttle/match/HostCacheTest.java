package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostCacheTest {
    private final HostCache<Integer> cache = new HostCache<>();

    @Test
    void aHostIsKnownInTheSpellingInWhichItWasPut() {
        cache.put("a.test", 1);
        cache.put("A.test", 2);
        assertThat(cache.get("a.test")).isEqualTo(1);
        assertThat(cache.get("A.test")).isEqualTo(2);
        assertThat(cache.get("b.test")).isNull();
    }

    @Test
    void itNeverHoldsMoreThanItsCapacity() {
        for (int i = 0; i < 100_000; i++) {
            cache.put("host" + i, i);
        }
        int held = 0;
        for (int i = 0; i < 100_000; i++) {
            held += cache.get("host" + i) == null ? 0 : 1;
        }
        assertThat(held).isLessThanOrEqualTo(HostCache.CAPACITY).isGreaterThan(HostCache.CAPACITY / 2);
    }

    @Test
    void aFloodOfNewHostsLeavesThoseInUse() {
        List<String> inUse = hosts("known", 300);
        inUse.forEach(this::ask);
        inUse.forEach(this::ask);
        int misses = 0;
        for (int i = 0; i < 200_000; i++) {
            ask("flood" + i);
            misses += ask(inUse.get(i % inUse.size())) ? 0 : 1;
        }
        assertThat(misses).isZero();
    }

    @Test
    void aFloodOfHostsThatComeTwiceLeavesThoseInUseToo() {
        List<String> inUse = hosts("known", 100);
        inUse.forEach(this::ask);
        int misses = 0;
        for (int i = 0; i < 200_000; i++) {
            ask("flood" + i);
            ask("flood" + i);
            misses += ask(inUse.get(i % inUse.size())) ? 0 : 1;
        }
        assertThat(misses).isLessThan(200);
    }

    @Test
    void hostsThatAreNoLongerInUseMakeRoom() {
        List<String> old = hosts("old", 2_000);
        for (int i = 0; i < 5; i++) {
            old.forEach(this::ask);
        }
        List<String> young = hosts("young", 300);
        for (int i = 0; i < 40; i++) {
            young.forEach(this::ask);
        }
        assertThat(young).allMatch(this::ask);
    }

    @Test
    void aTextTooLongForAHostIsNotKept() {
        String host = "a".repeat(HostCache.LONGEST + 1);
        cache.put(host, 1);
        assertThat(cache.get(host)).isNull();
    }

    @Test
    void threadsThatPushEachOthersHostsOutGetTheirOwnAnswers() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> wrong = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            Random random = new Random(thread);
            wrong.add(pool.submit(() -> {
                int wrongAnswers = 0;
                for (int i = 0; i < 200_000; i++) {
                    int number = random.nextInt(3_000);
                    Integer answer = cache.get("host" + number);
                    if (answer == null) {
                        cache.put("host" + number, number);
                    } else if (answer != number) {
                        wrongAnswers++;
                    }
                }
                return wrongAnswers;
            }));
        }
        for (Future<Integer> answers : wrong) {
            assertThat(answers.get(60, TimeUnit.SECONDS)).isZero();
        }
        pool.shutdown();
    }

    private boolean ask(String host) {
        boolean known = cache.get(host) != null;
        if (!known) {
            cache.put(host, 1);
        }
        return known;
    }

    private static List<String> hosts(String name, int count) {
        List<String> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(name + i + ".example.test");
        }
        return hosts;
    }
}
