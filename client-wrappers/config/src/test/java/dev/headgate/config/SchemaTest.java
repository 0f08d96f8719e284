package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The schema that editors use says what the reader does. */
class SchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNode TEXT = read();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(TEXT);

    private static JsonNode read() {
        try (InputStream in = SchemaTest.class.getResourceAsStream("/headgate.schema.json")) {
            return JSON.readTree(in);
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }

    private static List<Error> errors(String yaml) {
        Object tree = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        return SCHEMA.validate(JSON.valueToTree(tree));
    }

    @ParameterizedTest
    @EnumSource(Vocabulary.class)
    void theSchemaKnowsTheKeysOfTheReader(Vocabulary words) {
        String at = switch (words) {
            case FILE -> "/properties";
            case WAITING -> "/properties/waiting/properties";
            case COST -> "/$defs/costs/items/properties";
            case RULE,
                    REDIS,
                    MATCH,
                    BACKOFF,
                    RETRY_BUDGET,
                    SLIDING_WINDOW_LOG,
                    TOKEN_BUCKET,
                    LEAKY_BUCKET,
                    FIXED_WINDOW,
                    SLIDING_WINDOW_COUNTER ->
                "/$defs/" + words.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-') + "/properties";
        };
        Set<String> known = new TreeSet<>(TEXT.at(at).propertyNames());
        assertThat(known).isEqualTo(new TreeSet<>(words.keys()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "downstreams: {api.stripe.com: 100/s, 'jdbc:postgresql://db/orders': 200/s, h.test: unlimited}",
                "downstreams: {'*.x.test:8443': {limits: [50/s], wait: 500ms}}",
                "{version: 1, revision: 42, mode: 'off', waiting: {max: 0}, defaults: {wait: 0}, downstreams: {a: 1/s}}",
                "downstreams: {a: {match: {hosts: [a], methods: [POST], paths: ['/u/{id}'], headers: {A: '*'}}, key: ['{id}'],"
                        + " max-keys: 1, limits: [{token-bucket: 1/s, capacity: 2, initial: 0}, {leaky-bucket: 1/s, depth: 1,"
                        + " release: 1}, {leaky-bucket: 1/s, meter: true}, {fixed-window: 1/1d, align: UTC},"
                        + " {sliding-window-counter: 1/m, costs: [{methods: [GET], cost: 0}], key: []},"
                        + " {sliding-window-log: 1/s, spread: false, resolution: exact}], store: local, queue: 0, reject:"
                        + " exception, also: [], priority: normal, mode: observe}}",
                "downstreams: {a: {match: {jdbc: ['pool:x']}, charge: borrow, limits: unlimited}}",
                "{redis: {uri: 'redis://h', user: u, password: '${NONE:p}', prefix: a.B-c_1, timeout: 50ms, clock: client,"
                        + " on-failure: deny, expected-processes: 3, share: 50%, key-secret: '${NONE:}'},"
                        + " defaults: {store: redis, on-failure: allow}, downstreams: {a: 5/s}}",
                "{redis: {uri: '${NONE:redis://h}'}, downstreams: {a: 5/s}}",
                "{defaults: {backoff: 'off', retry-budget: 'off', reject: response}, downstreams: {a: {limits: [], backoff: {},"
                        + " retry-budget: {}}, b: {limits: unlimited, backoff: {signals: [], floor: 0}, reject: exception}}}",
                "downstreams: {a: {limits: [5/s], backoff: {signals: [retry-after, rate-limit], reset-unit: epoch-millis,"
                        + " max-pause: 300s, floor: 1s, factor: 1.5, floor-max: 30s, jitter: none, adaptive: false},"
                        + " retry-budget: {ratio: 0.125, min-per-second: 0}}}",
                "downstreams: {a: {limits: [5/s], backoff: {factor: '2', max-pause: '${P:5s}', adaptive: 'true'},"
                        + " retry-budget: {ratio: '${R:1}', min-per-second: '2'}}}",
                "downstreams: {a: '${RATE:5/s}', b: {limits: ['${RATE}'], queue: '${Q:5}'}}"
            })
    void whatTheReaderTakesTheSchemaTakes(String yaml) {
        assertThat(errors(yaml)).isEmpty();
        assertThat(Reading.of(yaml, java.util.Map.of("RATE", "5/s")).rules()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rates",
                "durations",
                "numbers",
                "not-yet",
                "unknown-keys",
                "wrong-types",
                "downstreams-list",
                "no-downstreams",
                "version-and-mode",
                "defaults",
                "leaky",
                "no-limits",
                "redis-values",
                "backoff",
                "retry-budget"
            })
    void wrongFilesAreWrongToTheSchemaToo(String name) throws IOException {
        assertThat(errors(Files.readString(Path.of("src/test/resources/wrong", name + ".yml"))))
                .isNotEmpty();
    }

    @Test
    void theExamplesFitTheSchema() throws IOException {
        assertThat(errors(Files.readString(Path.of("../../examples/quickstart/headgate.yml"))))
                .isEmpty();
    }
}
