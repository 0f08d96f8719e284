package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.config.report.Problem;
import dev.headgate.redis.RedisAddress;
import dev.headgate.redis.RedisSettings;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisReaderTest {
    private static final String DOWNSTREAMS = "\ndownstreams:\n  a.test: 5/s\n  b.test: {limits: [5/s], store: local}\n"
            + "  c.test: {limits: [5/s], store: redis, on-failure: allow}\n";

    @TempDir
    Path directory;

    private static RedisSettings settings(String block) {
        return Reading.of(block + DOWNSTREAMS).redis().orElseThrow();
    }

    @Test
    void allThatTheBlockCanSayIsRead() {
        Configuration read = Reading.of("""
                redis:
                  uri: rediss://cache.internal:6380/2
                  user: app
                  password: hunter2
                  prefix: shop-1
                  timeout: 20ms
                  clock: client
                  on-failure: deny
                  expected-processes: 4
                  share: 50%
                  key-secret: sixteen letters!
                """ + DOWNSTREAMS);
        RedisSettings redis = read.redis().orElseThrow();
        assertThat(redis.address().get())
                .isEqualTo(new RedisAddress(true, "cache.internal", 6380, "app", "hunter2", 2));
        assertThat(redis.prefix()).isEqualTo("shop-1");
        assertThat(redis.timeoutMillis()).isEqualTo(20);
        assertThat(redis.clientClock()).isTrue();
        assertThat(redis.expectedProcesses()).isEqualTo(4);
        assertThat(redis.sharePercent()).isEqualTo(50);
        assertThat(redis.keySecret()).isEqualTo("sixteen letters!");
        assertThat(read.rules()).extracting(Rule::store).containsExactly(Store.REDIS, Store.LOCAL, Store.REDIS);
        assertThat(read.rules())
                .extracting(Rule::onFailure)
                .containsExactly(OnFailure.DENY, OnFailure.DENY, OnFailure.ALLOW);
        assertThat(read.remarks()).isEmpty();
    }

    @Test
    void whatIsNotSaidIsAsTheDocumentationSays() {
        RedisSettings redis = settings("redis: {uri: redis://h}");
        assertThat(redis.address().get()).isEqualTo(new RedisAddress(false, "h", 6379, null, null, 0));
        assertThat(redis.prefix()).isEqualTo("hg");
        assertThat(redis.timeoutMillis()).isEqualTo(50);
        assertThat(redis.clientClock()).isFalse();
        assertThat(redis.expectedProcesses()).isEqualTo(20);
        assertThat(redis.sharePercent()).isEqualTo(100);
        assertThat(redis.keySecret()).isNull();
    }

    @Test
    void withoutTheBlockLimitsAreOfThisProcess() {
        Configuration read = Reading.of("defaults: {store: local}\ndownstreams: {a.test: 5/s}");
        assertThat(read.redis()).isEmpty();
        assertThat(read.rules().get(0).store()).isEqualTo(Store.LOCAL);
    }

    @Test
    void defaultsSayTheStoreOfRulesThatDoNot() {
        Configuration read =
                Reading.of("redis: {uri: redis://h}\ndefaults: {store: local, on-failure: deny}" + DOWNSTREAMS);
        assertThat(read.rules()).extracting(Rule::store).containsExactly(Store.LOCAL, Store.LOCAL, Store.REDIS);
        assertThat(read.rules().get(2).onFailure()).isEqualTo(OnFailure.ALLOW);
    }

    @ParameterizedTest
    @CsvSource({
        "redis://app:${P}@h, redis://app:${Q:x}@h",
        "redis://${U}:${P}@${H}:${N}, redis://app:x@h:6379",
        "${WHOLE}, redis://app:x@h",
        "${NONE:redis://app:a%2541/@:#?b@h}, redis://app:x@h"
    })
    void placeholdersStandForAnyPart(String uri, String ignored) {
        Map<String, String> environment = Map.of(
                "P", "a%41/@:#?b", "U", "app", "H", "h", "N", "6379", "WHOLE", "redis://app:a%2541/@:#?b@h:6379");
        Configuration read = Reading.of("redis:\n  uri: " + uri + DOWNSTREAMS, environment);
        assertThat(read.redis().orElseThrow().address().get())
                .isEqualTo(new RedisAddress(false, "h", 6379, "app", "a%41/@:#?b", 0));
    }

    @Test
    void aPasswordInAFileIsReadAnewEachTime() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "hunter2\n");
        RedisSettings inUri = settings("redis:\n  uri: redis://:${file:" + file + "}@h");
        RedisSettings apart = settings("redis:\n  uri: redis://h\n  password: ${file:" + file + "}");
        assertThat(inUri.address().get().password()).isEqualTo("hunter2");
        assertThat(apart.address().get().password()).isEqualTo("hunter2");
        Files.writeString(file, "100% other@pass");
        assertThat(inUri.address().get().password()).isEqualTo("100% other@pass");
        assertThat(apart.address().get().password()).isEqualTo("100% other@pass");
        Files.delete(file);
        assertThatThrownBy(() -> apart.address().get())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`redis` names a file that is not there; the file is " + file);
    }

    @Test
    void anEmptyUserPasswordOrSecretIsNone() {
        RedisSettings redis =
                settings("redis:\n  uri: redis://h\n  user: ${NONE:}\n  password: ${NONE:}\n  key-secret: ${NONE:}");
        assertThat(redis.address().get()).isEqualTo(new RedisAddress(false, "h", 6379, null, null, 0));
        assertThat(redis.keySecret()).isNull();
    }

    @Test
    void aShortSecretIsRemarked() {
        Configuration read = Reading.of("redis: {uri: redis://h, key-secret: hunter2}" + DOWNSTREAMS);
        assertThat(read.remarks()).singleElement().satisfies(remark -> {
            assertThat(remark.where()).isEqualTo("headgate.yml:1:37");
            assertThat(remark.toString()).contains("guessed").doesNotContain("hunter2");
        });
    }

    @Test
    void aTimeoutAboveAWaitIsRemarked() {
        Configuration read = Reading.of("""
                redis: {uri: redis://h, timeout: 2s}
                downstreams:
                  a.test: {limits: [5/s], wait: 1500ms}
                  b.test: {limits: [5/s]}
                  c.test: {limits: [5/s], wait: 100ms, store: local}
                  d.test: {limits: [5/s], wait: 0}
                  e.test: {limits: [5/s], wait: 2s}
                """);
        assertThat(read.remarks()).singleElement().satisfies(remark -> {
            assertThat(remark.severity()).isEqualTo(Problem.Severity.WARNING);
            assertThat(remark.where()).isEqualTo("headgate.yml:1:25");
            assertThat(remark.message())
                    .isEqualTo(
                            "the `timeout` of 2s is longer than the `wait` of 1s of `b.test` (line 4), which bounds how"
                                    + " long its calls wait for Redis");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "[::1]"})
    void oneMachinesOwnNameIsThatOfOtherServersToo(String host) {
        String file = "redis: {uri: \"redis://" + host + "\"}\ndownstreams: {\"" + host + "\": 5/s, \"%s:%d\": 5/s}";
        assertThat(Reading.of(file.formatted(host, 8080)).rules()).hasSize(2);
        assertThat(Reading.problems(file.formatted(host, 6379)))
                .extracting(Problem::message)
                .containsExactly("downstream `" + host + ":6379` limits the host that Redis is on");
    }

    @Test
    void aTimeoutThatNobodyWroteIsNotRemarked() {
        Configuration read = Reading.of("redis: {uri: redis://h}\ndownstreams: {a.test: {limits: [5/s], wait: 10ms}}");
        assertThat(read.remarks()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740992/s",
                "{sliding-window-log: 9007199254740992/7ms, resolution: exact}",
                "{sliding-window-log: 9007199254740992/7ms, spread: false}",
                "{sliding-window-counter: 2251799814/s}",
                "{token-bucket: 3/7ms, capacity: 321685687670}",
                "{leaky-bucket: 3/7ms, depth: 321685687670, meter: true}",
                "{fixed-window: 9007199254740992/s}"
            })
    void theNearestNumberThatRedisHoldsIsNamed(String limit) {
        String file = "redis: {uri: redis://h}\ndownstreams: {a.test: {limits: [%s]}}";
        String message = Reading.problems(file.formatted(limit)).get(0).message();
        String most = message.substring(message.lastIndexOf("the most is ") + 12);
        String nearest = limit.replaceFirst("[0-9]{10,}", most);
        assertThat(nearest).isNotEqualTo(limit);
        assertThat(Reading.of(file.formatted(nearest)).rules()).hasSize(1);
    }

    @Test
    void aShareOfALimitMustFitToo() {
        String file = "redis: {uri: redis://h, share: 33%%}\ndownstreams: {a.test: {limits: [%s]}}";
        assertThat(Reading.of(file.formatted("5/s, {token-bucket: 5/s}, {sliding-window-counter: 1000/1m}"))
                        .rules())
                .hasSize(1);
        String large = "{token-bucket: 1/1000d, capacity: 26}";
        assertThat(Reading.of(file.formatted(large).replace("33%", "100%")).rules())
                .hasSize(1);
        assertThat(Reading.problems(file.formatted(large))).singleElement().satisfies(problem -> {
            assertThat(problem.where()).isEqualTo("headgate.yml:2:33");
            assertThat(problem.message()).contains("of downstream `a.test` times the `share` of 33%: Redis counts");
        });
    }

    @Test
    void codeSaysWhatTheFileSays() {
        RedisBlock block = new RedisBuilder("redis://h:1/2")
                .user("app")
                .password("hunter2")
                .prefix("shop")
                .timeout(Duration.ofMillis(20))
                .clientClock()
                .onFailure(OnFailure.ALLOW)
                .expectedProcesses(3)
                .share(50)
                .keySecret("")
                .block();
        RedisSettings settings = block.settings();
        assertThat(settings).isNotNull();
        assertThat(settings.address().get()).isEqualTo(new RedisAddress(false, "h", 1, "app", "hunter2", 2));
        assertThat(settings).isEqualTo(new RedisSettings(settings.address(), "shop", 20, true, 3, 50, null));
        assertThat(block.onFailure()).isEqualTo(OnFailure.ALLOW);
        assertThat(settings.toString()).doesNotContain("hunter2");
    }

    @Test
    void whatMakesNoSenseIsRefusedInCodeToo() {
        RedisBuilder builder = new RedisBuilder("redis://h");
        assertThatThrownBy(() -> Headgate.builder().redis("redis://:hunter2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The URI of Redis names no host");
        assertThatThrownBy(() -> builder.prefix("a:b")).hasMessageContaining("prefix \"a:b\" is not a prefix");
        assertThatThrownBy(() -> builder.share(0)).hasMessageContaining("share 0% is not between");
        assertThatThrownBy(() -> builder.timeout(Duration.ofNanos(999_999))).hasMessageContaining("1ms and 10s");
        assertThatThrownBy(() -> builder.timeout(Duration.ofDays(1_000_000))).hasMessageContaining("1ms and 10s");
        assertThatThrownBy(() -> builder.expectedProcesses(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> Headgate.builder()
                        .downstream("a.test", a -> a.limit("5/s").store(Store.REDIS))
                        .downstream("b.test", b -> b.limit("5/s").onFailure(OnFailure.DENY))
                        .build())
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        refused -> assertThat(refused.problems())
                                .extracting(Problem::message)
                                .containsExactly(
                                        "`store: redis`, and nothing says where Redis is",
                                        "`on-failure` is about Redis, and nothing says where Redis is"));
    }
}
