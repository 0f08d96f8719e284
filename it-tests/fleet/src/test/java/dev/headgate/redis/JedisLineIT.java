package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.it.support.TestCertificate;
import dev.headgate.it.support.redis.FaultProxy;
import dev.headgate.it.support.redis.Monitor;
import dev.headgate.it.support.redis.Ports;
import dev.headgate.it.support.redis.RedisServer;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/** One connection to a real server. */
class JedisLineIT {
    private static final int MILLIS = 2_000;
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(MILLIS);

    private final RedisServer server = RedisServer.started();

    @AfterEach
    void stop() {
        server.close();
    }

    private JedisLine open(RedisAddress address) throws LineBrokenException {
        return new JedisLines(() -> address, MILLIS, SSLContext::getDefault).open();
    }

    private JedisLine open() throws LineBrokenException {
        return open(Counting.local(server.port()));
    }

    private static String text(Object reply) {
        return new String((byte[]) reply, StandardCharsets.UTF_8);
    }

    @Test
    void aScriptThatRedisHasForgottenIsSentWithItsTextOnceAndRunsOnce() throws Exception {
        try (JedisLine line = open();
                Monitor monitor = Monitor.of(server)) {
            List<Command> commands =
                    List.of(Counting.command("a", 1), Counting.command("a", 2, 3), Counting.command("b", 7));
            assertThat(line.call(commands, NANOS)).containsExactly(List.of(1L), List.of(3L, 6L), List.of(7L));
            assertThat(line.call(commands, NANOS)).containsExactly(List.of(7L), List.of(9L, 12L), List.of(14L));
            server.call("SCRIPT", "FLUSH");
            assertThat(line.call(commands, NANOS)).containsExactly(List.of(13L), List.of(15L, 18L), List.of(21L));
            await().untilAsserted(() -> assertThat(monitor.sent().stream()
                            .filter(heard -> heard.is("EVAL"))
                            .toList())
                    .hasSize(2));
        }
    }

    @Test
    void anErrorStandsInItsPlaceAndTheOthersHaveTheirs() throws Exception {
        try (JedisLine line = open()) {
            server.call("SADD", "set", "member");
            List<Object> replies = line.call(
                    List.of(Counting.command("a", 1), Counting.command("set", 1), Counting.command("b", 2)), NANOS);
            assertThat(replies).element(0).isEqualTo(List.of(1L));
            assertThat(replies)
                    .element(1)
                    .isInstanceOfSatisfying(
                            JedisDataException.class, error -> assertThat(error).hasMessageStartingWith("WRONGTYPE"));
            assertThat(replies).element(2).isEqualTo(List.of(2L));
            assertThat(line.call(List.of(Counting.command("a", 1)), NANOS)).containsExactly(List.of(2L));
        }
    }

    @Test
    void plainCommandsMakeASecretOnce() throws Exception {
        byte[] key = Counting.bytes("secret");
        try (JedisLine line = open()) {
            assertThat(text(line.plain(Protocol.Command.SET, key, Counting.bytes("one"), Counting.bytes("NX"))))
                    .isEqualTo("OK");
            assertThat(line.plain(Protocol.Command.SET, key, Counting.bytes("two"), Counting.bytes("NX")))
                    .isNull();
            assertThat(text(line.plain(Protocol.Command.GET, key))).isEqualTo("one");
        }
    }

    @Test
    void A21_aLateReplyIsNobodysAndTheConnectionIsClosed() throws Exception {
        try (FaultProxy proxy = FaultProxy.before(server.port());
                JedisLine line = open(Counting.local(proxy.port()))) {
            line.call(List.of(Counting.command("a", 1)), NANOS);
            proxy.hold(Duration.ofMillis(300));
            assertThatThrownBy(() -> line.call(List.of(Counting.command("a", 5)), TimeUnit.MILLISECONDS.toNanos(100)))
                    .isInstanceOf(LineBrokenException.class)
                    .hasMessage("Redis at redis://127.0.0.1:" + proxy.port() + " did not answer within 100 ms");
            await().until(() -> proxy.connections().get(0).closedByClient());
            assertThatThrownBy(() -> line.call(List.of(Counting.command("b", 1)), NANOS))
                    .isInstanceOf(LineBrokenException.class);
            proxy.pass();
            try (JedisLine next = open(Counting.local(proxy.port()))) {
                assertThat(next.call(List.of(Counting.command("b", 1)), NANOS)).containsExactly(List.of(1L));
            }
            assertThat(server.call("GET", "a")).isEqualTo("6");
        }
    }

    @Test
    void aConnectionThatEndsIsToldAsSuch() throws Exception {
        try (JedisLine line = open()) {
            server.kill9();
            assertThatThrownBy(() -> line.call(List.of(Counting.command("a", 1)), NANOS))
                    .isInstanceOf(LineBrokenException.class)
                    .hasMessageStartingWith(
                            "The connection to Redis at redis://127.0.0.1:" + server.port() + " broke: ");
        }
    }

    @Test
    void nobodyThere() {
        RedisAddress nowhere = Counting.local(Ports.free());
        assertThatThrownBy(() -> open(nowhere))
                .isInstanceOf(LineBrokenException.class)
                .hasMessage("Redis at " + nowhere + " cannot be reached: Connection refused");
    }

    @Test
    void userPasswordDatabaseAndName() throws Exception {
        server.call("ACL", "SETUSER", "app", "on", ">s3cret", "~*", "+@all");
        RedisAddress app = RedisAddress.parse("redis://app:s3cret@127.0.0.1:" + server.port() + "/3");
        try (JedisLine line = open(app)) {
            line.call(List.of(Counting.command("a", 1)), NANOS);
            assertThat(text(line.plain(Protocol.Command.CLIENT, Counting.bytes("LIST"))))
                    .contains("name=headgate", "db=3", "user=app");
        }
        assertThatThrownBy(() -> open(app.as("app", "wr0ng")))
                .isInstanceOf(LineBrokenException.class)
                .hasMessage(
                        "Redis at redis://127.0.0.1:" + server.port()
                                + "/3 refuses the user or the password: WRONGPASS invalid username-password pair or user is disabled.");
        RedisAddress tooFar = RedisAddress.parse("redis://127.0.0.1:" + server.port() + "/9999");
        assertThatThrownBy(() -> open(tooFar))
                .isInstanceOf(LineBrokenException.class)
                .hasMessageStartingWith("Redis at " + tooFar + " refuses the database: ");
    }

    @Test
    void aUserWhoMayNotNameHimselfIsServed() throws Exception {
        server.call(
                "ACL", "SETUSER", "app", "on", ">s3cret", "~*", "-@all", "+eval", "+evalsha", "+incrby", "+pexpire");
        try (JedisLine line = open(RedisAddress.parse("redis://app:s3cret@127.0.0.1:" + server.port()))) {
            assertThat(line.call(List.of(Counting.command("a", 1)), NANOS)).containsExactly(List.of(1L));
        }
    }

    @Test
    void theAddressIsAskedForEachConnection() throws Exception {
        server.call("CONFIG", "SET", "requirepass", "first");
        AtomicReference<RedisAddress> address =
                new AtomicReference<>(RedisAddress.parse("redis://:first@127.0.0.1:" + server.port()));
        JedisLines lines = new JedisLines(address::get, MILLIS, SSLContext::getDefault);
        try (JedisLine before = lines.open()) {
            before.plain(
                    Protocol.Command.CONFIG,
                    Counting.bytes("SET"),
                    Counting.bytes("requirepass"),
                    Counting.bytes("next"));
            assertThatThrownBy(lines::open).isInstanceOf(LineBrokenException.class);
            address.set(address.get().as(null, "next"));
            lines.open().close();
        }
        JedisLines unreadable = new JedisLines(
                () -> {
                    throw new IllegalArgumentException("the file /run/secrets/redis is gone");
                },
                MILLIS,
                SSLContext::getDefault);
        assertThatThrownBy(unreadable::open)
                .isInstanceOf(LineBrokenException.class)
                .hasMessage("The address of Redis cannot be read: the file /run/secrets/redis is gone");
    }

    @Test
    void tlsWithTheRightNameFromWhomWeTrustAndNoOther(@TempDir File folder) throws Exception {
        TestCertificate certificate = TestCertificate.of(folder, "redis.test");
        try (FaultProxy proxy = FaultProxy.tls(certificate, server.port())) {
            RedisAddress right = RedisAddress.parse("rediss://127.0.0.1:" + proxy.port());
            JedisLines trusting = new JedisLines(() -> right, MILLIS, certificate::context);
            try (JedisLine line = trusting.open()) {
                assertThat(line.call(List.of(Counting.command("a", 1)), NANOS)).containsExactly(List.of(1L));
                proxy.hold(Duration.ofSeconds(1));
                assertThatThrownBy(
                                () -> line.call(List.of(Counting.command("a", 1)), TimeUnit.MILLISECONDS.toNanos(100)))
                        .isInstanceOf(LineBrokenException.class)
                        .hasMessageContaining("did not answer within 100 ms");
                proxy.pass();
            }
            RedisAddress wrong = RedisAddress.parse("rediss://localhost:" + proxy.port());
            assertThatThrownBy(() -> new JedisLines(() -> wrong, MILLIS, certificate::context).open())
                    .isInstanceOf(LineBrokenException.class)
                    .hasMessageContaining("No subject alternative DNS name matching localhost found");
            assertThatThrownBy(() -> open(right))
                    .isInstanceOf(LineBrokenException.class)
                    .hasMessageStartingWith("Redis at " + right + " cannot be reached: ");
        }
    }
}
