package dev.headgate.it.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.api.RateLimited;
import dev.headgate.it.contract.ContractClient.Can;
import dev.headgate.it.contract.ContractClient.Started;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a throttled HTTP client must make of what its calls were answered, and of those that were not. */
abstract class FeedbackContract extends ClientAndServer {
    /** Rules by host: what one client is answered pauses no other. */
    static final String ANSWERS = """
            "*.too-many.c.test": {key: [host], limits: [1000/s], wait: 0, backoff: {}}
            "*.spared.c.test": {limits: [1000/s], wait: 0, backoff: {}}
            "*.hop-from.c.test": {limits: [1000/s], wait: 0, backoff: {}}
            "*.hop-to.c.test": {key: [host], limits: [1000/s], wait: 0, backoff: {}}
            "*.answer.c.test": {key: [host], limits: [{fixed-window: 1/1d}], wait: 0, reject: response}
            """;

    /** A rule for each client, because what it is answered pauses the whole rule; to be put behind the client's label. */
    public static final String UNAVAILABLE = ".unavailable.c.test: {limits: [1000/s], wait: 0, backoff: {}}\n";

    /** As {@link #UNAVAILABLE}. */
    public static final String REFUSED = ".refused.c.test: {limits: [1000/s], wait: 0, backoff: {}}\n";

    /** As {@link #UNAVAILABLE}. */
    public static final String SLOW = ".slow.c.test: {limits: [1000/s], wait: 0, backoff: {}}\n";

    /** As {@link #UNAVAILABLE}. */
    public static final String FINE =
            ".fine.c.test: {limits: [1000/s], wait: 0, backoff: {floor: 30s, jitter: none}}\n";

    /** Cases, as the second label of host names. */
    static final String TROUBLES = "too-many,spared,hop-from,hop-to,answer,unavailable,refused,slow,fine";

    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void aResponseWith429AndRetryAfterPausesItsKey() throws Exception {
        server.script(arrival -> arrival.host().equals(host("too-many")) ? sayingLater(429) : Reply.status(200));

        assertThat(status(host("too-many"))).isEqualTo(429);

        assertPaused(start(host("too-many")));
        assertThat(status(host("spared"))).isEqualTo(200);
        assertThat(server.hits(host("too-many"))).isEqualTo(1);
    }

    @Test
    void aResponseWith503AndRetryAfterPausesItsRule() throws Exception {
        server.script(arrival -> sayingLater(503));

        assertThat(status(host("unavailable"))).isEqualTo(503);

        assertPaused(start(host("unavailable")));
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void aHopsAnswerPausesTheHostThatGaveIt() throws Exception {
        String target = server.url(host("hop-to"), "/");
        server.script(arrival -> arrival.host().equals(host("hop-from")) ? Reply.redirectTo(target) : sayingLater(429));

        assertThat(status(host("hop-from"))).isEqualTo(429);

        assertPaused(start(host("hop-to")));
        server.script(arrival -> Reply.status(200));
        assertThat(status(host("hop-from"))).isEqualTo(200);
        assertThat(server.hits(host("hop-to"))).isEqualTo(1);
    }

    @Test
    void connectionsThatAreRefusedSlowTheRuleDown() throws Exception {
        String closed = "http://" + host("refused") + ":" + closedPort() + "/";

        assertSlowedDown(() -> client.start(closed, null));
    }

    @Test
    void timeoutsSlowTheRuleDown() throws Exception {
        server.script(arrival -> Reply.status(200).after(LONG));

        assertSlowedDown(() -> start(host("slow"), Duration.ofMillis(300)));
    }

    @Test
    void whatShowsNoOverloadPausesNobody() throws Exception {
        for (int status : new int[] {404, 500, 401, 200}) {
            server.script(arrival -> Reply.status(status));
            assertThat(status(host("fine"))).isEqualTo(status);
        }
        if (client.abilities().contains(Can.CANCEL)) {
            server.script(arrival -> Reply.status(200).after(LONG));
            Started cancelled = start(host("fine"), LONG);
            await().atMost(Duration.ofSeconds(10)).until(() -> server.hits() == 5);
            cancelled.cancel();
            failure(cancelled);
        }
        server.script(arrival -> Reply.status(200));
        assertThat(status(host("fine"))).isEqualTo(200);
    }

    @Test
    void whereTheRuleSaysSoARejectionIsAResponseAndPausesNobody() throws Exception {
        assertThat(status(host("answer"))).isEqualTo(200);
        for (int i = 0; i < 3; i++) {
            Started rejected = start(host("answer"));
            if (client.abilities().contains(Can.BE_ANSWERED)) {
                assertThat(rejected.result().get(20, SECONDS)).isEqualTo(429);
            } else {
                assertThat(RateLimited.find(failure(rejected)))
                        .map(RateLimited::reason)
                        .hasValue(RateLimited.Reason.LIMIT);
            }
        }
        assertThat(server.hits()).isEqualTo(1);
    }

    private static Reply sayingLater(int status) {
        return Reply.status(status).with("Retry-After", String.valueOf(LONG.toSeconds()));
    }

    private static void assertPaused(Started call) throws Exception {
        Throwable thrown = failure(call);
        RateLimited limited = RateLimited.find(thrown).orElseThrow(() -> new AssertionError(thrown));
        assertThat(limited.reason()).isEqualTo(RateLimited.Reason.PAUSED);
        assertThat(limited.retryAfter()).isBetween(LONG.minusSeconds(10), LONG.plusSeconds(4));
    }

    /** Fails until the pace is cut, which takes ten results and a second: then of calls that come together some are rejected. */
    static void assertSlowedDown(Supplier<Started> failing) throws Exception {
        for (int round = 0; round < 20; round++) {
            List<Started> together = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                together.add(failing.get());
            }
            for (Started call : together) {
                Optional<RateLimited> limited = RateLimited.find(failure(call));
                if (limited.isPresent()) {
                    assertThat(limited.get().reason()).isEqualTo(RateLimited.Reason.PAUSED);
                    return;
                }
            }
            Pause.of(Duration.ofMillis(100));
        }
        throw new AssertionError("120 calls failed and nobody slowed down");
    }

    private static int closedPort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
