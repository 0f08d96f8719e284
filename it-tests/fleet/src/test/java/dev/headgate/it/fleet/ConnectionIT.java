package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.TestCertificate;
import dev.headgate.it.support.redis.FaultProxy;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How Redis is reached: what the file's {@code uri} can say. */
@Execution(ExecutionMode.CONCURRENT)
class ConnectionIT {
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final String RULE = "a.test: {limits: [100/h], wait: 0}";

    @TempDir
    Path directory;

    @Test
    void aUserWithAPasswordAndADatabaseOfItsOwn() {
        try (RedisServer redis = RedisServer.builder()
                        .config("user default off")
                        .config("user root on >root ~* &* +@all")
                        .config(
                                "user gate on >p@ss ~{hg}:* ~{hg:* resetchannels -@all +@connection +eval +evalsha +@scripting"
                                        + " +@read +@write +time")
                        .start();
                Member member =
                        Member.of("uri: 'redis://gate:p%40ss@127.0.0.1:" + redis.port() + "/2', timeout: 2s", RULE)) {
            Calls calls = new Calls();
            Awaitility.await("a key in database 2")
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> {
                        calls.make(member.downstream("a.test"));
                        try (RedisConnection root = redis.connect()) {
                            root.call("AUTH", "root", "root");
                            root.call("SELECT", 2);
                            return root.number("DBSIZE") > 0;
                        }
                    });
            calls.assertBounded(Duration.ofSeconds(2));
            assertThat(member.journal().warnings()).isEmpty();
        }
    }

    @Test
    void aPasswordThatIsReplacedInItsFileIsReadAtTheNextConnection() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "first\n");
        try (RedisServer redis = RedisServer.builder()
                        .config("user gate on >first ~* +@all")
                        .start();
                Member member = Member.of(
                        "uri: 'redis://gate:${file:" + secret + "}@127.0.0.1:" + redis.port() + "', timeout: 1s",
                        RULE)) {
            Member.awaitConnected(redis, 1);

            Files.writeString(secret, "second\n");
            redis.call("ACL", "SETUSER", "gate", "resetpass", ">second");
            redis.call("CLIENT", "KILL", "USER", "gate");
            Calls calls = new Calls();
            Awaitility.await("the new password")
                    .pollInterval(Duration.ofMillis(50))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> {
                        calls.make(member.downstream("a.test"));
                        return String.valueOf(redis.call("CLIENT", "LIST")).contains("user=gate");
                    });
            calls.assertBounded(Duration.ofSeconds(1));
            assertThat(member.journal().warnings("HG-401")).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    @DisplayName("A20 an IPv6 address in brackets")
    void anAddressInBrackets() {
        Assumptions.assumeTrue(hasIpv6(), "this machine has no ::1");
        try (RedisServer redis =
                        RedisServer.builder().config("bind 127.0.0.1 ::1").start();
                Member member = Member.of("uri: 'redis://[::1]:" + redis.port() + "', timeout: 2s", RULE)) {
            Member.awaitConnected(redis, 1);
            assertThat(member.downstream("a.test").tryAcquire()).isTrue();

            assertThat(String.valueOf(redis.call("CLIENT", "LIST"))).contains("addr=[::1]:");
            assertThat(KeyScan.keys(redis, "{hg:a.test}*")).isNotEmpty();
            assertThat(member.journal().warnings()).isEmpty();
        }
    }

    private static boolean hasIpv6() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            return socket.isBound();
        } catch (IOException none) {
            return false;
        }
    }

    @Test
    void tlsForTheNameInTheCertificate() throws Exception {
        try (RedisServer redis = RedisServer.started()) {
            Ended ended = overTls(redis, "127.0.0.1");

            assertThat(ended.err()).noneMatch(line -> line.contains("HG-4"));
            assertThat(KeyScan.keys(redis, "*a.test*")).isNotEmpty();
        }
    }

    @Test
    void tlsNotForAnotherName() throws Exception {
        try (RedisServer redis = RedisServer.started()) {
            // The certificate is for redis.test and 127.0.0.1.
            Ended ended = overTls(redis, "localhost");

            assertThat(ended.facts("broken")).isEmpty();
            assertThat(ended.facts("admitted")).isNotEmpty();
            assertThat(ended.err()).anyMatch(line -> line.contains("HG-401"));
            assertThat(KeyScan.keys(redis, "*")).isEmpty();
        }
    }

    private Ended overTls(RedisServer redis, String host) throws Exception {
        TestCertificate certificate = TestCertificate.of(directory.toFile(), "redis.test");
        try (FaultProxy tls = FaultProxy.tls(certificate, redis.port())) {
            Path file = Files.createTempFile(directory, "headgate", ".yml");
            String redisBlock = "uri: 'rediss://" + host + ":" + tls.port() + "', timeout: 1s, expected-processes: 1";
            Files.writeString(file, Member.file(redisBlock, "a.test: {limits: [100/s], wait: 1s}"));
            try (RunningJvm program = ForkedJvm.java()
                    .properties(certificate.trustProperties())
                    .classPath(ClassPath.withoutThose())
                    .main(MemberMain.class.getName(), file.toString(), "a.test", "20", "2", "0")
                    .start()) {
                program.awaitOut(line -> line.equals("ready"), AT_MOST);
                program.tell("go");
                Ended ended = program.await(AT_MOST);
                assertThat(ended.exitCode()).as(ended.toString()).isZero();
                return ended;
            }
        }
    }
}
