package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Journal;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Tally;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.match.JdbcTarget;
import dev.headgate.throttle.match.Match;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadgateTest {
    private static final Match ALL = new Match(List.of(), Set.of(), List.of(), List.of(), List.of());

    @Test
    void aFileIsPutToWork(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(
                directory.resolve("headgate.yml"),
                "downstreams:\n  api.test: {limits: [2/h], wait: 0}\n  \"jdbc:h2:mem:shop\": 5/s\n");
        try (Headgate headgate = Headgate.load(file)) {
            headgate.downstream("api.test").acquire();
            assertThat(headgate.downstream("api.test").tryAcquire()).isTrue();
            assertThat(headgate.downstream("api.test").tryAcquire()).isFalse();
            assertThat(headgate.namesHost("API.test")).isTrue();
            assertThat(headgate.namesHost("other.test")).isFalse();
            assertThat(headgate.http(HttpCall.READER, HttpCall.of("GET", "https://api.test/")))
                    .isNotNull();
            assertThat(headgate.http(HttpCall.READER, HttpCall.of("GET", "https://other.test/")))
                    .isNull();
            assertThat(headgate.jdbc(new JdbcTarget("jdbc:h2:mem:shop", null, null)))
                    .isNotNull();
            assertThat(headgate.stats()).extracting(Tally::downstream).containsExactly("api.test", "jdbc:h2:mem:shop");
            assertThat(headgate.stats().get(0).offered()).isEqualTo(3);
        }
    }

    @Test
    void aBadFileIsRefusedWithAllItsProblems(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("headgate.yml"), "downstreams:\n  a.test: 5\n  b.test: 5/y\n");
        assertThatThrownBy(() -> Headgate.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("headgate.yml:2:11: ")
                .hasMessageContaining("headgate.yml:3:11: ");
    }

    @Test
    void warningsOfAFileGoToTheJournal() {
        List<String> warnings = new ArrayList<>();
        Journal journal = new Journal() {
            @Override
            public void info(String message) {}

            @Override
            public void warn(String id, String message) {
                warnings.add(id + " " + message);
            }
        };
        Headgate.of(Reading.of("downstreams: {a.test: {limits: [5/s], wait: 0, queue: 5}}"), journal)
                .close();
        assertThat(warnings).singleElement().asString().startsWith("HG-101 headgate.yml:1:48: warning: `queue`");
    }

    @Test
    void codeSaysWhatAFileSays() {
        Bandwidth bucket = Bandwidth.builder()
                .capacity(5)
                .refillGreedy(5, Duration.ofSeconds(1))
                .build();
        try (Headgate headgate = Headgate.builder()
                .downstream(
                        "charges",
                        charges -> charges.hosts("api.test")
                                .methods("post")
                                .paths("/v1/**", "/users/{id}")
                                .header("X-Tenant", "*")
                                .limit("100/s")
                                .limit(bucket)
                                .limit(new Limit(bucket, "own", List.of(new Limit.Cost(ALL, 2)), List.of()))
                                .key("{id}", "header:X-Tenant")
                                .maxKeys(7)
                                .wait(Duration.ofSeconds(2))
                                .queue(3)
                                .mode(Mode.OBSERVE)
                                .also("db"))
                .downstream("db", db -> db.jdbc("jdbc:h2:mem:shop").limit("5/s"))
                .downstream("*.other.test:8443", other -> other.unlimited().wait(Duration.ofSeconds(Long.MAX_VALUE)))
                .mode(Mode.OFF)
                .waitingMax(9)
                .build()) {
            Rule charges = headgate.downstream("charges").rule();
            assertThat(charges.source()).isEqualTo("code");
            assertThat(charges.match().methods()).containsExactly("POST");
            assertThat(charges.limits()).extracting(Limit::text).containsExactly("100/s", bucket.toString(), "own");
            assertThat(charges.key()).hasSize(2);
            assertThat(charges.maxKeys()).isEqualTo(7);
            assertThat(charges.waitNanos()).isEqualTo(2_000_000_000);
            assertThat(charges.queue()).isEqualTo(3);
            assertThat(charges.mode()).isEqualTo(Mode.OBSERVE);
            assertThat(charges.also()).containsExactly("db");
            Rule other = headgate.downstream("*.other.test:8443").rule();
            assertThat(other.mode()).isEqualTo(Mode.OFF);
            assertThat(other.waitNanos()).isEqualTo(Long.MAX_VALUE);
            assertThat(other.match().hosts()).hasToString("[*.other.test:8443]");
        }
    }

    @Test
    void codeIsCheckedAsAFileIs() {
        assertThatThrownBy(() -> Headgate.builder()
                        .downstream("a.test", a -> a.limit("5/s"))
                        .downstream("A.test", a -> a.limit("5/s").also("none"))
                        .downstream("b.test", b -> b.wait(Duration.ZERO))
                        .build())
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        refused -> assertThat(refused.problems())
                                .extracting(problem -> problem.where())
                                .containsExactly("code", "code", "code"));
        assertThatThrownBy(() -> Headgate.builder().downstream("a.test", a -> a.limit("5/sec")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean \"5/s\"?");
        assertThatThrownBy(() -> Headgate.builder()
                        .downstream("a.test", a -> a.limit("5/s"))
                        .downstream("a.test", a -> a.limit("6/s")))
                .isInstanceOf(IllegalArgumentException.class);
        Limit dear =
                new Limit(Bandwidth.simple(1, Duration.ofSeconds(1)), "1/s", List.of(new Limit.Cost(ALL, 2)), null);
        assertThatThrownBy(() -> Headgate.builder().downstream("a.test", a -> a.limit(dear)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("can never be paid");
    }

    @Test
    void aCostOfAllCallsIsOfBorrowsToo() {
        String file = "downstreams:\n  \"pool:a\": {limits: [{fixed-window: 4/d, costs: [{cost: 2}]}], wait: 0}\n";
        try (Headgate headgate = Headgate.parse(file, "headgate.yml")) {
            var demand = headgate.jdbc(new JdbcTarget(null, "a", null));
            assertThat(demand).isNotNull();
            demand.owe();
            demand.owe();
            assertThat(demand.schedule(null, Long.MAX_VALUE).rejection()).isNotNull();
            assertThat(headgate.stats().get(0).admitted()).isEqualTo(2);
        }
    }

    @Test
    void noThreadKeepsTheProgramAlive() {
        try (Headgate headgate = Headgate.parse("downstreams: {a.test: {limits: [1/s], wait: 1h}}", "f.yml")) {
            var demand = headgate.http(HttpCall.READER, HttpCall.of("GET", "http://a.test/"));
            assertThat(demand).isNotNull();
            demand.schedule(null, Long.MAX_VALUE);
            demand.schedule(null, Long.MAX_VALUE).onSlot(new dev.headgate.throttle.Scheduled.Continuation() {
                @Override
                public void admitted() {}

                @Override
                public void rejected(dev.headgate.throttle.Rejection rejection) {}
            });
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().startsWith("headgate"))
                    .isNotEmpty()
                    .allMatch(Thread::isDaemon);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\nb", "jdbc:postgresql://u:hunter2@h/d", "jdbc:oracle:thin:scott/hunter2@h:1521/s"})
    void aNameThatTheFileRefusesIsRefusedInCode(String name) {
        HeadgateBuilder builder = Headgate.builder();
        assertThatThrownBy(() -> builder.downstream(name, d -> d.hosts("a.test").limit("5/s")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name")
                .message()
                .doesNotContain("hunter2");
    }
}
