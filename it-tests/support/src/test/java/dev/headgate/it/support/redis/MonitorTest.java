package dev.headgate.it.support.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MonitorTest {
    @Test
    void hearsClientsAndTheirScripts() {
        try (RedisServer server = RedisServer.started();
                Monitor monitor = Monitor.of(server);
                RedisConnection client = server.connect()) {
            client.call("SET", "a key", "with \"quotes\"");
            client.call("EVAL", "return redis.call('GET', KEYS[1])", 1, "a key");

            assertThat(monitor.heard())
                    .extracting(Monitor.Heard::words)
                    .containsExactly(
                            List.of("SET", "a key", "with \\\"quotes\\\""),
                            List.of("EVAL", "return redis.call('GET', KEYS[1])", "1", "a key"),
                            List.of("GET", "a key"));
            assertThat(monitor.sent()).hasSize(2).allMatch(Monitor.Heard::sent);
            assertThat(monitor.sent().get(1).is("eval")).isTrue();
        }
    }

    @Test
    void hearsLongWords() {
        try (RedisServer server = RedisServer.started();
                Monitor monitor = Monitor.of(server)) {
            server.call("ECHO", "a\nb\"".repeat(10_000));

            assertThat(monitor.sent()).hasSize(1);
            assertThat(monitor.sent().get(0).words().get(1)).hasSize(60_000);
        }
    }

    @Test
    void findsKeysThatWouldStayForEver() {
        try (RedisServer server = RedisServer.started();
                RedisConnection client = server.connect()) {
            client.call("SET", "{hg:a}s", "1", "PX", 60_000);
            client.call("SET", "{hg:b}s", "1");
            client.call("SET", "theirs", "1");

            assertThat(KeyScan.keys(server, "{hg:*")).containsExactly("{hg:a}s", "{hg:b}s");
            assertThat(KeyScan.withoutTtl(server, "{hg:*")).containsExactly("{hg:b}s");
        }
    }
}
