package dev.headgate.it.support.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class RedisServerTest {
    @Test
    void speaksAndKeepsNothingOverARestart() {
        try (RedisServer server = RedisServer.started()) {
            assertThat(server.call("SET", "a", "1")).isEqualTo("OK");
            assertThat(server.call("GET", "a")).isEqualTo("1");
            assertThat(server.call("GET", "none")).isNull();
            assertThat(server.call("SCRIPT", "LOAD", "return 1")).isEqualTo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
            int port = server.port();

            server.restart();

            assertThat(server.port()).isEqualTo(port);
            assertThat(server.call("GET", "a")).isNull();
            assertThatThrownBy(() -> server.call("EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", 0))
                    .isInstanceOf(RedisConnection.ErrorReply.class)
                    .hasMessageStartingWith("NOSCRIPT");
        }
    }

    @Test
    void answersNothingWhilePausedAndAllOfItAfterwards() throws IOException {
        try (RedisServer server = RedisServer.started();
                RedisConnection connection = new RedisConnection(server.port(), 200)) {
            server.pause();
            assertThatThrownBy(() -> connection.call("SET", "a", "late"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(SocketTimeoutException.class);
            server.resume();
            Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> "late".equals(server.call("GET", "a")));
        }
    }

    @Test
    void stopsAndStartsAndIsToldThatNobodyIsThere() {
        try (RedisServer server = RedisServer.builder().stopped()) {
            assertThatThrownBy(server::connect).isInstanceOf(UncheckedIOException.class);
            server.start();
            assertThat(server.call("PING")).isEqualTo("PONG");
            server.stop();
            assertThatThrownBy(server::connect).isInstanceOf(UncheckedIOException.class);
            server.start();
            assertThat(server.call("PING")).isEqualTo("PONG");
            server.kill9();
            assertThatThrownBy(server::kill9).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void takesConfigurationAndPasswords() {
        try (RedisServer server = RedisServer.builder()
                        .password("s3cret")
                        .config("maxmemory 2mb")
                        .config("user app on >pw ~hg:* +@all")
                        .start();
                RedisConnection app = server.connect()) {
            assertThat(app.list("CONFIG", "GET", "maxmemory")).containsExactly("maxmemory", "2097152");
            app.call("AUTH", "app", "pw");
            assertThatThrownBy(() -> app.call("GET", "other"))
                    .isInstanceOf(RedisConnection.ErrorReply.class)
                    .hasMessageStartingWith("NOPERM");
            assertThatThrownBy(() -> app.call("AUTH", "app", "wrong")).hasMessageStartingWith("WRONGPASS");
        }
    }

    @Test
    void aClusterOfOneNodeRefusesKeysOfTwoSlots() {
        try (RedisServer server = RedisServer.builder().cluster().start()) {
            assertThat(server.call("MSET", "{a}1", "x", "{a}2", "x")).isEqualTo("OK");
            assertThatThrownBy(() -> server.call("MSET", "{a}1", "x", "{b}2", "x"))
                    .hasMessageStartingWith("CROSSSLOT");
        }
    }

    @Test
    void saysWhyItDoesNotStart() {
        assertThatThrownBy(() -> RedisServer.builder().config("maxmemory lots").start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("maxmemory");
    }

    @Test
    void endsWithAJvmThatIsKilled() throws Exception {
        Process jvm = new ProcessBuilder(
                        new File(System.getProperty("java.home"), "bin/java").getPath(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Abandons.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String line = jvm.inputReader(StandardCharsets.UTF_8).readLine();
            assertThat(line).matches("\\d+");
            long server = Long.parseLong(line);
            assertThat(ProcessHandle.of(server)).isPresent();
            jvm.destroyForcibly();
            assertThat(jvm.waitFor(10, TimeUnit.SECONDS)).isTrue();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> ProcessHandle.of(server).isEmpty());
        } finally {
            jvm.destroyForcibly();
        }
    }

    /** Starts a server, prints its process and waits to be killed. */
    static final class Abandons {
        public static void main(String[] args) throws IOException {
            RedisServer server = RedisServer.started();
            try (RedisConnection connection = server.connect()) {
                System.out.println(connection.text("INFO", "server").replaceAll("(?s).*process_id:(\\d+).*", "$1"));
            }
            System.in.read();
        }
    }
}
