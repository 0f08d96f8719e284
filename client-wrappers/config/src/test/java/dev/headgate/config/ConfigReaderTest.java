package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.BandwidthBuilder.SlidingWindowLogStage;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.key.KeyPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
    private static final Path TOP = Path.of("../..");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final String EVERYTHING = """
            version: 1
            revision: 42
            mode: observe
            waiting: {max: 7}
            defaults: {wait: 2s}
            downstreams:
              charges:
                match:
                  hosts: [api.stripe.com]
                  methods: [post]
                  paths: [/v1/charges/**, "/users/{id}"]
                  headers: {Authorization: "Bearer sk_test_*"}
                key: ["header:Authorization"]
                max-keys: 5
                limits:
                  - 100/s
                  - {token-bucket: 100/s, capacity: 20, initial: 10}
                  - {leaky-bucket: 10/s, depth: 5, release: 2}
                  - {fixed-window: 10000/1d, align: UTC}
                  - {sliding-window-counter: 1000/1m, costs: [{methods: [POST], cost: 5}], key: []}
                  - {sliding-window-log: 10/s, spread: false, resolution: exact}
                  - {leaky-bucket: 10/s, depth: 5, meter: true}
                store: local
                wait: 500ms
                queue: 3
                reject: exception
                mode: enforce
                also: [orders]
                priority: normal
              orders:
                match: {jdbc: ["jdbc:postgresql://db.internal/orders", "pool:orders"]}
                charge: borrow
                limits: [200/s]
              health: {match: {hosts: [api.stripe.com], paths: [/health]}, limits: unlimited, mode: "off"}
            """;

    @Test
    void everythingThatTheFileCanSayIsRead() {
        Configuration read = Reading.of(EVERYTHING);
        assertThat(read.name()).isEqualTo("headgate.yml");
        assertThat(read.revision()).hasValue(42);
        assertThat(read.mostWaiting()).isEqualTo(7);
        assertThat(read.remarks()).isEmpty();
        assertThat(read.rules()).extracting(Rule::name).containsExactly("charges", "orders", "health");
        assertThat(read.rules()).extracting(Rule::mode).containsExactly(Mode.ENFORCE, Mode.OBSERVE, Mode.OFF);
        assertThat(read.rules())
                .extracting(Rule::source)
                .containsExactly("headgate.yml:7:3", "headgate.yml:30:3", "headgate.yml:34:3");

        Rule charges = read.rules().get(0);
        assertThat(charges.match().hosts()).hasToString("[api.stripe.com]");
        assertThat(charges.match().methods()).containsExactly("POST");
        assertThat(charges.match().paths()).hasToString("[/v1/charges/**, /users/{id}]");
        assertThat(charges.match().headers())
                .extracting(header -> header.name())
                .containsExactly("Authorization");
        assertThat(charges.key()).containsExactly(new KeyPart(KeyPart.Kind.HEADER, "Authorization"));
        assertThat(charges.maxKeys()).isEqualTo(5);
        assertThat(charges.waitNanos()).isEqualTo(500_000_000);
        assertThat(charges.queue()).isEqualTo(3);
        assertThat(charges.also()).containsExactly("orders");
        assertThat(read.rules().get(1).match().jdbc()).hasSize(2);
        assertThat(read.rules().get(1).waitNanos()).isEqualTo(2_000_000_000);
        assertThat(read.rules().get(2).limits()).isEmpty();
    }

    @Test
    void theFiveAlgorithmsAreRead() {
        Rule charges = Reading.rule(EVERYTHING);
        assertThat(charges.limits())
                .extracting(Limit::bandwidth)
                .containsExactly(
                        log(100).build(),
                        Bandwidth.builder()
                                .capacity(20)
                                .refillGreedy(100, SECOND)
                                .initialTokens(10)
                                .build(),
                        Bandwidth.builder()
                                .leakyBucket(10, SECOND)
                                .depth(5)
                                .release(2)
                                .build(),
                        Bandwidth.builder()
                                .fixedWindow(10_000, Duration.ofDays(1))
                                .build(),
                        Bandwidth.builder()
                                .slidingWindowCounter(1_000, Duration.ofMinutes(1))
                                .build(),
                        log(10).spread(false).exact().build(),
                        Bandwidth.builder()
                                .leakyBucket(10, SECOND)
                                .depth(5)
                                .meter()
                                .build());
        assertThat(charges.limits())
                .extracting(Limit::text)
                .startsWith("100/s", "{token-bucket: 100/s, capacity: 20, initial: 10}")
                .contains("{sliding-window-counter: 1000/1m}");
        Limit counter = charges.limits().get(4);
        assertThat(counter.key()).isEmpty();
        assertThat(counter.costs()).singleElement().satisfies(cost -> {
            assertThat(cost.tokens()).isEqualTo(5);
            assertThat(cost.match().methods()).containsExactly("POST");
        });
        assertThat(charges.limits().get(0).key()).isNull();
    }

    private static SlidingWindowLogStage log(long tokens) {
        return Bandwidth.builder().slidingWindowLog(tokens, SECOND);
    }

    @Test
    void whatIsNotSaidIsAsTheDocumentationSays() {
        Rule rule = Reading.rule("downstreams:\n  api.test: 100/s\n");
        assertThat(rule.mode()).isEqualTo(Mode.ENFORCE);
        assertThat(rule.waitNanos()).isEqualTo(1_000_000_000);
        assertThat(rule.queue()).isEqualTo(64);
        assertThat(rule.maxKeys()).isEqualTo(10_000);
        assertThat(rule.key()).isEmpty();
        assertThat(rule.also()).isEmpty();
        assertThat(Reading.of("downstreams: {api.test: 100/s}").mostWaiting()).isEqualTo(100);
        assertThat(bandwidth("{token-bucket: 7/s}").getCapacity()).isEqualTo(7);
        assertThat(bandwidth("{leaky-bucket: 7/s}").getDepth()).isEqualTo(7);
        assertThat(bandwidth("{leaky-bucket: 7/s}").getCapacity()).isEqualTo(1);
        assertThat(bandwidth("{leaky-bucket: 7/s, costs: [{cost: 3}]}").getCapacity())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, , 0",
        "Europe/Paris, Europe/Paris, 0",
        "1970-01-01T06:00:00Z, , 21600000000000",
        "2026-01-01T00:00:01Z, , 1000000000"
    })
    void aWindowIsAlignedToUtcAZoneOrAnInstant(String align, String zone, long offset) {
        Bandwidth window = bandwidth("{fixed-window: 5/d, align: " + align + "}");
        assertThat(window.getZone()).isEqualTo(zone == null ? null : ZoneId.of(zone));
        assertThat(window.getOffsetNanos()).isEqualTo(offset);
    }

    private static Bandwidth bandwidth(String limit) {
        return Reading.rule("downstreams:\n  api.test: {limits: [" + limit + "]}\n")
                .limits()
                .get(0)
                .bandwidth();
    }

    @Test
    void defaultsAreForWhatADownstreamDoesNotSay() {
        Configuration read = Reading.of("""
                defaults: {limits: [5/s], wait: 0, queue: 2, mode: observe, key: [host], max-keys: 9, also: [shared]}
                downstreams:
                  a: {match: {hosts: ["*.a.test"]}}
                  b: {match: {hosts: [b.test]}, limits: [6/s], wait: 1s, mode: enforce, key: [], also: []}
                  shared: {match: {hosts: [c.test]}, limits: unlimited}
                """);
        Rule a = read.rules().get(0);
        assertThat(a.limits()).extracting(Limit::text).containsExactly("5/s");
        assertThat(a.waitNanos()).isZero();
        assertThat(a.queue()).isEqualTo(2);
        assertThat(a.mode()).isEqualTo(Mode.OBSERVE);
        assertThat(a.key()).hasSize(1);
        assertThat(a.maxKeys()).isEqualTo(9);
        assertThat(a.also()).containsExactly("shared");
        Rule b = read.rules().get(1);
        assertThat(b.limits()).extracting(Limit::text).containsExactly("6/s");
        assertThat(b.waitNanos()).isEqualTo(1_000_000_000);
        assertThat(b.mode()).isEqualTo(Mode.ENFORCE);
        assertThat(b.key()).isEmpty();
        assertThat(b.also()).isEmpty();
        assertThat(read.rules().get(2).also()).isEmpty();
    }

    @Test
    void theLineOfEachLimitIsKnown() {
        Configuration read = Reading.of("downstreams:\n  a.test:\n    limits:\n      - 5/s\n      - 100/h\n");
        List<Limit> limits = read.rules().get(0).limits();
        assertThat(limits).extracting(read::lineOf).containsExactly(4, 5);
        assertThat(read.lineOf(read.rules().get(0))).isEqualTo(2);
        assertThat(read.lineOf(new Limit(limits.get(0).bandwidth(), "5/s", List.of(), null)))
                .isZero();
    }

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(TOP.resolve("examples"))) {
            return files
                    .filter(file ->
                            file.endsWith("headgate.yml") && !file.toString().contains("target"))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theExamplesAreSound(Path file) {
        assertThat(Configuration.read(file).rules()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/configuration.md"})
    void theFilesInTheDocumentationAreSound(String document) throws IOException {
        List<String> blocks = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(TOP.resolve(document)))
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains("downstreams:"))
                .toList();
        assertThat(blocks).isNotEmpty().allSatisfy(block -> {
            Configuration read = Configuration.parse(block, document);
            assertThat(read.rules()).isNotEmpty();
            assertThat(read.remarks()).isEmpty();
        });
    }

    @Test
    void namesOfDatabasesWithoutCredentialsAreNoSecrets() {
        assertThat(Reading.of("""
                        downstreams:
                          "jdbc:oracle:thin:@h:1521:sid": 5/s
                          "jdbc:oracle:thin:@//h2:1521/svc": 5/s
                          "jdbc:oracle:thin:@(DESCRIPTION=(HOST=h3)(CONNECT_DATA=(SERVICE_NAME=s)))": 5/s
                          "jdbc:sqlserver://h;databaseName=d;applicationName=me@here": 5/s
                          "jdbc:postgresql://h/d?application_name=me@here": 5/s
                        """).rules()).hasSize(5);
    }
}
