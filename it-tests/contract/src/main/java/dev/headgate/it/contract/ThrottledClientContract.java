package dev.headgate.it.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.headgate.api.RateLimited;
import dev.headgate.it.contract.ContractClient.Can;
import dev.headgate.it.contract.ContractClient.Started;
import dev.headgate.it.support.Elapsed;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.Reply;
import java.io.InterruptedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What a throttled HTTP client must do. A subclass names the client and is a {@link dev.headgate.it.support.guest.Guest} with
 * {@link #RULES} and the hosts {@code LABEL.CASE.c.test}.
 */
public abstract class ThrottledClientContract extends FeedbackContract {
    /** Rules for all clients: each has hosts of its own, and so budgets of its own. */
    public static final String RULES = ANSWERS + """
            "*.allow.c.test": {key: [host], limits: [{fixed-window: 3/1d}], wait: 0}
            "*.wait.c.test": {key: [host], limits: [{token-bucket: 1/500ms}], wait: 5s}
            "*.target.c.test": {key: [host], limits: [{fixed-window: 1/1d}], wait: 0}
            "*.cache.c.test": {key: [host], limits: [{fixed-window: 1/1d}], wait: 0}
            "*.lease.c.test": {key: [host], limits: [{token-bucket: 1/2s}], wait: 5s}
            "*.deadline.c.test": {key: [host], limits: [{token-bucket: 1/10s}], wait: 60s}
            "*.cancel.c.test": {key: [host], limits: [{token-bucket: 1/6s}], wait: 20s}
            "*.interrupt.c.test": {key: [host], limits: [{token-bucket: 1/5s}], wait: 10s}
            "*.busy.c.test": {key: [host], limits: [{token-bucket: 1/1h}], wait: 100h}
            "*.other.c.test": {key: [host], limits: [1000/s], wait: 1s}
            """;

    /** Cases, as the second label of host names. */
    public static final String CASES =
            "{allow,wait,from,target,cache,lease,deadline,cancel,interrupt,busy,other," + TROUBLES + "}.c.test";

    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration MARGIN = Duration.ofMillis(150);

    @Test
    void whatTheLimitAllowsGoesAndWhatItDoesNotIsRejectedNatively() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(status(host("allow"))).isEqualTo(200);
        }
        Throwable thrown = failure(start(host("allow")));

        assertThat(thrown).isInstanceOf(InterruptedIOException.class).hasMessageContaining("*.allow.c.test");
        RateLimited limited = RateLimited.find(thrown).orElseThrow();
        assertThat(limited.downstream()).isEqualTo("*.allow.c.test");
        assertThat(limited.reason()).isEqualTo(RateLimited.Reason.LIMIT);
        assertThat(limited.retryAfter()).isBetween(Duration.ofMillis(1), Duration.ofDays(1));
        assertThat(server.hits()).isEqualTo(3);
    }

    @Test
    void aCallIsHeldUntilItsSlot() throws Exception {
        status(host("other")); // a client's first call is slow to leave
        long begun = System.nanoTime();
        for (int i = 0; i < 3; i++) {
            assertThat(status(host("wait"))).isEqualTo(200);
        }
        // Slots are half a second apart, the first not before the first call; how late it is, the machine decides.
        for (int i = 1; i < 3; i++) {
            long since = server.arrivals(host("wait")).get(i).nanos() - begun;
            assertThat(Duration.ofNanos(since))
                    .isBetween(Duration.ofMillis(500L * i), Duration.ofMillis(500L * i + 900));
        }
    }

    @Test
    void aRedirectToAnotherHostIsChargedToThatHost() throws Exception {
        String target = server.url(host("target"), "/");
        server.script(arrival -> arrival.host().equals(host("from")) ? Reply.redirectTo(target) : Reply.status(200));

        assertThat(status(host("from"))).isEqualTo(200);

        assertThat(failure(start(host("target")))).isInstanceOf(RateLimited.class);
        assertThat(server.hits(host("target"))).isEqualTo(1);
    }

    @Test
    void aCacheHitCostsNothing() throws Exception {
        assumeThat(client.abilities()).contains(Can.CACHE);
        server.script(arrival -> Reply.status(200).with("Cache-Control", "max-age=60"));
        for (int i = 0; i < 4; i++) {
            assertThat(status(host("cache"))).isEqualTo(200);
        }
        assertThat(server.hits()).isEqualTo(1);

        assertThat(failure(client.start(server.url(host("cache"), "/not-cached"), null)))
                .isInstanceOf(RateLimited.class);
    }

    @Test
    void noConnectionIsLeasedWhileWaiting() throws Exception {
        server.script(arrival -> Reply.status(200).with("Connection", "close"));
        status(host("lease"));
        Started held = start(host("lease"));
        Pause.of(Duration.ofMillis(400));

        assertThat(held.result()).isNotDone();
        assertThat(server.connections()).isEqualTo(1);
        assertThat(held.result().get(5, SECONDS)).isEqualTo(200);
    }

    @Test
    void aWaitNeverOutlivesTheCallDeadline() throws Exception {
        assumeThat(client.abilities()).contains(Can.TIME_OUT);
        status(host("deadline"));
        Duration took = Elapsed.atBest(() -> {
            Throwable thrown = failure(start(host("deadline"), Duration.ofSeconds(1)));
            RateLimited limited = RateLimited.find(thrown).orElseThrow(() -> new AssertionError(thrown));
            assertThat(limited.reason()).isEqualTo(RateLimited.Reason.DEADLINE);
        });
        assertThat(took).isLessThan(SOON);
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void cancelEndsTheWaitWithin100msAndGivesTheSlotBack() throws Exception {
        assumeThat(client.abilities()).contains(Can.CANCEL);
        long begun = System.nanoTime();
        status(host("cancel"));
        Started held = start(host("cancel"));
        Pause.of(Duration.ofMillis(200));
        long cancelled = System.nanoTime();
        held.cancel();
        Throwable thrown = failure(held);

        assertThat(Duration.ofNanos(System.nanoTime() - cancelled)).isLessThan(SOON.plus(MARGIN));
        assertThat(thrown).isNotInstanceOf(RateLimited.class);
        assertThat(server.hits()).isEqualTo(1);
        // The next call takes the slot that was given back, at 6 s and not at 12 s.
        assertThat(status(host("cancel"))).isEqualTo(200);
        Duration second = Duration.ofNanos(server.arrivals().get(1).nanos() - begun);
        assertThat(second).isBetween(Duration.ofSeconds(6), Duration.ofSeconds(10));
    }

    @Test
    void interruptEndsTheWaitAsTheClientItselfWould() throws Exception {
        boolean cleared = client.abilities().contains(Can.BE_INTERRUPTED_WITHOUT_FLAG);
        assumeThat(cleared || client.abilities().contains(Can.BE_INTERRUPTED)).isTrue();
        status(host("interrupt"));
        BlockingStart held = (BlockingStart) start(host("interrupt"));
        Pause.of(Duration.ofMillis(200));
        long interrupted = System.nanoTime();
        held.caller().interrupt();
        Throwable thrown = failure(held);

        assertThat(Duration.ofNanos(System.nanoTime() - interrupted)).isLessThan(SOON.plus(MARGIN));
        assertThat(thrown).isInstanceOf(cleared ? InterruptedException.class : InterruptedIOException.class);
        assertThat(held.flagAfter()).isEqualTo(!cleared);
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void aThrottledHostDoesNotDelayAnotherHost() throws Exception {
        status(host("other"));
        status(host("busy"));
        for (int i = 0; i < 30; i++) {
            leave(host("busy"));
        }
        Pause.of(Duration.ofMillis(200));

        assertThat(Elapsed.atBest(() -> status(host("other")))).isLessThan(Duration.ofMillis(200));
        assertThat(server.hits(host("busy"))).isEqualTo(1);
    }
}
