package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Arrival;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A 403 is a limit only if it says so, whichever client reads it. */
@Guest(
        hosts = "{huc,jdk,okhttp}.{after,reset,plain,good}.test",
        rules = "huc.after.test" + ForbiddenGuest.RULE
                + "huc.reset.test" + ForbiddenGuest.RULE
                + "huc.plain.test" + ForbiddenGuest.RULE
                + "huc.good.test" + ForbiddenGuest.RULE
                + "jdk.after.test" + ForbiddenGuest.RULE
                + "jdk.reset.test" + ForbiddenGuest.RULE
                + "jdk.plain.test" + ForbiddenGuest.RULE
                + "jdk.good.test" + ForbiddenGuest.RULE
                + "okhttp.after.test" + ForbiddenGuest.RULE
                + "okhttp.reset.test" + ForbiddenGuest.RULE
                + "okhttp.plain.test" + ForbiddenGuest.RULE
                + "okhttp.good.test" + ForbiddenGuest.RULE)
class ForbiddenGuest {
    static final String RULE = ": {limits: [], wait: 60s, backoff: {floor: 20s, jitter: none}}\n";
    private static final Duration LATE = Duration.ofSeconds(1);

    /** For how long after its first answer the server wants no call, by case. */
    private final Map<String, Duration> pauses = new ConcurrentHashMap<>();

    @ParameterizedTest(
            name =
                    "A34 403 with Retry-After: 2.0 s; 403 or 200 with nothing left: until the reset; a plain 403: at once: {0}")
    @MethodSource("dev.headgate.it.agent.guest.Http#all")
    void forbidden(Http client) throws Exception {
        try (ScriptedServer server = ScriptedServer.http(this::answer)) {
            List<CompletableFuture<Void>> cases = List.of("after", "reset", "plain", "good").stream()
                    .map(name -> CompletableFuture.runAsync(
                            () -> twice(client, server, name), task -> new Thread(task, name).start()))
                    .toList();
            for (CompletableFuture<Void> each : cases) {
                each.get(30, TimeUnit.SECONDS);
            }
        }
    }

    private Reply answer(Arrival arrival) {
        String name = arrival.host().split("\\.", -1)[1];
        if (pauses.containsKey(name)) {
            return Reply.status(200);
        }
        Instant now = Instant.now();
        Instant reset = now.truncatedTo(ChronoUnit.SECONDS).plusSeconds(3);
        boolean untilReset = name.equals("reset") || name.equals("good");
        pauses.put(
                name,
                untilReset
                        ? Duration.between(now, reset)
                        : name.equals("after") ? Duration.ofSeconds(2) : Duration.ZERO);
        Reply reply = Reply.status(name.equals("good") ? 200 : 403);
        return untilReset
                ? reply.with("X-RateLimit-Remaining", "0").with("X-RateLimit-Reset", "" + reset.getEpochSecond())
                : name.equals("after") ? reply.with("Retry-After", "2") : reply;
    }

    private void twice(Http client, ScriptedServer server, String name) {
        String host = client.label() + "." + name + ".test";
        try {
            assertThat(client.get(server.url(host, "/"))).as(host).isEqualTo(name.equals("good") ? 200 : 403);
            assertThat(client.get(server.url(host, "/"))).as(host).isEqualTo(200);
        } catch (Exception e) {
            throw new AssertionError(host, e);
        }
        List<Arrival> arrivals = server.arrivals(host);
        assertThat(arrivals).hasSize(2);
        Duration gap =
                Duration.ofNanos(arrivals.get(1).nanos() - arrivals.get(0).nanos());
        assertThat(gap)
                .as(host)
                .isGreaterThanOrEqualTo(pauses.get(name))
                .isLessThan(pauses.get(name).plus(LATE));
    }
}
