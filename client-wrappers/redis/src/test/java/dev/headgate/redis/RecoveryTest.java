package dev.headgate.redis;

import static dev.headgate.redis.LedgerBench.MILLI;
import static dev.headgate.redis.LedgerBench.log;
import static dev.headgate.redis.LedgerBench.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Answer;
import dev.headgate.throttle.OnFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Four processes on one Redis that dies and begins anew, offered four times the limit. */
class RecoveryTest {
    private static final long LIMIT = 100;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final long start = clock.currentTimeNanos();
    private final List<Long> gone = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"0, log", "1000, log", "0, bucket", "1000, bucket"})
    void neitherLossNorReturnLetsMoreGoThanTheLimitAndOneBucket(long waitMillis, String kind) {
        Bandwidth limit = kind.equals("log") ? log(LIMIT, SECOND) : Bandwidth.simple(LIMIT, SECOND);
        MemoryRedis redis = new MemoryRedis(clock, limit);
        List<LedgerBench<MemoryRedis>> fleet = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            LedgerBench<MemoryRedis> process = new LedgerBench<>(clock, redis, rule("a", OnFailure.LOCAL, limit));
            process.fleetRule("a").census().count(4, start);
            fleet.add(process);
        }
        for (int step = 0; step < 1_200; step++) {
            if (step == 300) {
                redis.dies();
            } else if (step == 700) {
                redis.restarts();
            }
            for (LedgerBench<MemoryRedis> process : fleet) {
                offer(process, waitMillis);
                process.ledger.step();
            }
            clock.pass(Duration.ofMillis(10));
        }
        Collections.sort(gone);
        long bucket = kind.equals("log") ? 0 : LIMIT;
        assertThat(most(0, 3)).as("before").isLessThanOrEqualTo(LIMIT + bucket);
        assertThat(most(0, 12)).as("ever").isLessThanOrEqualTo(2 * LIMIT + bucket);
        assertThat(between(5, 7)).as("on the share").isBetween(190L, 201L);
        assertThat(between(9, 12)).as("on Redis again").isBetween(297L, 303L);
        assertThat(fleet.get(0).said).noneMatch(line -> line.startsWith("HG-405"));
    }

    private void offer(LedgerBench<MemoryRedis> process, long waitMillis) {
        Answer answer = process.decide("a", waitMillis);
        if (answer == Answer.GO) {
            gone.add(clock.currentTimeNanos() - start);
        } else if (answer instanceof Answer.Slot slot) {
            gone.add(slot.atNanos() - start);
        }
    }

    private long between(int from, int to) {
        return gone.stream()
                .filter(at -> at >= from * 1_000 * MILLI && at < to * 1_000 * MILLI)
                .count();
    }

    /** The most that went within less than a second, of those that went between two seconds. */
    private long most(int from, int to) {
        long most = 0;
        int first = 0;
        for (int i = 0; i < gone.size(); i++) {
            while (gone.get(i) - gone.get(first) >= 1_000 * MILLI) {
                first++;
            }
            if (gone.get(first) >= from * 1_000 * MILLI && gone.get(i) < to * 1_000 * MILLI) {
                most = Math.max(most, i - first + 1);
            }
        }
        return most;
    }
}
