package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.testkit.HttpAnswer;
import dev.headgate.throttle.match.HttpCall;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final int CALLS = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long bytes(Runnable calls) {
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        calls.run();
        return threads.getThreadAllocatedBytes(thread) - before;
    }

    @Test
    void anAdmittedCallOfARuleWithoutKeysAllocatesNothing() {
        Throttles throttles = new Throttles(
                List.of(rule("a")
                        .tokenBucket(1_000_000, 1, Duration.ofSeconds(1))
                        .build()),
                Machinery.builder().build(),
                new LocalLedger(TimeMeter.SYSTEM_NANOTIME));
        RuleThrottle throttle = (RuleThrottle) throttles.downstream("a");
        Runnable calls = () -> {
            for (int i = 0; i < CALLS; i++) {
                throttle.code(1).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
            }
        };
        calls.run();
        assertThat(bytes(calls) / CALLS).isZero();
        assertThat(throttles.snapshot().get(0).admitted()).isEqualTo(2L * CALLS);
    }

    @Test
    void aServedCallOfACalmRuleAllocatesNothing() {
        Throttles throttles = new Throttles(
                List.of(rule("a")
                        .tokenBucket(1_000_000, 1, Duration.ofSeconds(1))
                        .backoff(Backoff.DEFAULT)
                        .retries(RetryTerms.DEFAULT)
                        .build()),
                Machinery.builder().build(),
                new LocalLedger(TimeMeter.SYSTEM_NANOTIME));
        HttpCall sent = HttpCall.of("GET", "http://api.test/");
        HttpAnswer answer = HttpAnswer.of(200, "Content-Type", "text/plain", "Date", "Thu, 01 Jan 2026 00:00:00 GMT");
        Runnable calls = () -> {
            for (int i = 0; i < CALLS; i++) {
                Demand demand = throttles.http(HttpCall.READER, sent);
                demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
                demand.answered(HttpCall.READER, sent, HttpAnswer.READER, answer);
            }
        };
        calls.run();
        assertThat(bytes(calls) / CALLS).isZero();
        assertThat(throttles.snapshot().get(0).admitted()).isEqualTo(2L * CALLS);
    }
}
