package dev.headgate.config;

import static dev.headgate.throttle.Backoff.Jitter.FULL;
import static dev.headgate.throttle.Backoff.Jitter.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.config.report.Problem;
import dev.headgate.config.report.Problem.Severity;
import dev.headgate.throttle.Backoff;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.RetryTerms;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.signal.SignalTerms;
import dev.headgate.throttle.signal.SignalTerms.Family;
import dev.headgate.throttle.signal.SignalTerms.ResetUnit;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the file says of pauses, retries and rejections. */
class BackoffTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private static final Backoff EVERYTHING = new Backoff(
            new SignalTerms(Set.of(Family.RATE_LIMIT), ResetUnit.EPOCH_MILLIS),
            60 * SECOND,
            250 * MILLI,
            125,
            10 * SECOND,
            NONE,
            false);

    private static Rule rule(String defaults, String rule) {
        return Reading.rule("defaults: {" + defaults + "}\ndownstreams:\n  a.test: {" + rule + "}\n");
    }

    private static Backoff backoff(String defaults, String own) {
        return rule(defaults, "limits: [5/s], " + own).backoff();
    }

    @Test
    void everyKeyIsRead() {
        Rule rule = rule(
                "",
                "limits: [5/s], reject: response, retry-budget: {ratio: 0.125, min-per-second: 3}, backoff: {signals:"
                        + " [rate-limit], reset-unit: epoch-millis, max-pause: 60s, floor: 250ms, factor: 1.25, floor-max: 10s,"
                        + " jitter: none, adaptive: false}");
        assertThat(rule.backoff()).isEqualTo(EVERYTHING);
        assertThat(rule.retries()).isEqualTo(new RetryTerms(125, 3));
        assertThat(rule.reject()).isEqualTo(Reject.RESPONSE);
    }

    @ParameterizedTest
    @CsvSource({
        "seconds, SECONDS",
        "millis, MILLIS",
        "epoch, EPOCH_SECONDS",
        "epoch-millis, EPOCH_MILLIS",
        "${UNIT:epoch}, EPOCH_SECONDS"
    })
    void theUnitOfResetHeadersIsRead(String text, ResetUnit unit) {
        assertThat(backoff("", "backoff: {reset-unit: \"" + text + "\"}")
                        .signals()
                        .resetUnit())
                .isEqualTo(unit);
    }

    @Test
    void whatAMapDoesNotSayIsAsByDefault() {
        assertThat(backoff("", "backoff: {}")).isEqualTo(Backoff.DEFAULT);
        assertThat(rule("", "limits: [5/s], retry-budget: {}").retries()).isEqualTo(RetryTerms.DEFAULT);
        assertThat(rule("", "limits: [5/s]").reject()).isEqualTo(Reject.EXCEPTION);
    }

    @Test
    void aRuleChangesOneFieldAndKeepsTheOthersOfTheDefaults() {
        Backoff merged = backoff(
                "backoff: {floor: 3s, adaptive: false, signals: [retry-after], max-pause: 60s}",
                "backoff: {floor: 2s}");
        assertThat(merged)
                .isEqualTo(new Backoff(
                        new SignalTerms(Set.of(Family.RETRY_AFTER), null),
                        60 * SECOND,
                        2 * SECOND,
                        200,
                        30 * SECOND,
                        FULL,
                        false));
        assertThat(rule("retry-budget: {ratio: 0.5, min-per-second: 7}", "limits: [5/s], retry-budget: {ratio: 0.2}")
                        .retries())
                .isEqualTo(new RetryTerms(200, 7));
    }

    @Test
    void offInTheDefaultsIsOffUntilARuleSaysMore() {
        String off = "backoff: off, retry-budget: off";
        assertThat(backoff(off, "wait: 1s")).isEqualTo(Backoff.OFF);
        assertThat(rule(off, "limits: [5/s]").retries()).isNull();
        assertThat(backoff(off, "backoff: {}")).isEqualTo(Backoff.DEFAULT);
        assertThat(backoff(off, "backoff: {floor: 2s}").floorNanos()).isEqualTo(2 * SECOND);
        assertThat(rule(off, "limits: [5/s], retry-budget: {}").retries()).isEqualTo(RetryTerms.DEFAULT);
    }

    @Test
    void offInARuleIsOffWhateverTheDefaultsSay() {
        String on = "backoff: {floor: 3s}, retry-budget: {ratio: 1}, reject: response";
        Rule rule = rule(on, "limits: [5/s], backoff: off, retry-budget: \"${RETRIES:off}\", reject: exception");
        assertThat(rule.backoff()).isEqualTo(Backoff.OFF);
        assertThat(rule.backoff().isOff()).isTrue();
        assertThat(rule.retries()).isNull();
        assertThat(rule.reject()).isEqualTo(Reject.EXCEPTION);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-pause: 500ms | 500 | 500",
                "max-pause: 5s | 1000 | 5000",
                "floor-max: 100ms | 100 | 100",
                "floor: 40s | 40000 | 40000",
                "'floor: 40s, max-pause: 60s' | 40000 | 40000",
                "'floor: 0, max-pause: 1ms' | 0 | 1"
            })
    void aPauseThatIsNotGivenKeepsWithinThoseThatAre(String given, long floorMillis, long floorMaxMillis) {
        Backoff backoff = backoff("", "backoff: {" + given + "}");
        assertThat(backoff.floorNanos()).isEqualTo(floorMillis * MILLI);
        assertThat(backoff.floorMaxNanos()).isEqualTo(floorMaxMillis * MILLI);
    }

    @Test
    void unitsOfHeadersThatARuleDoesNotReadAreNoneOfItsBusiness() {
        assertThat(backoff("backoff: {reset-unit: epoch}", "backoff: {signals: [retry-after]}")
                        .signals())
                .isEqualTo(new SignalTerms(Set.of(Family.RETRY_AFTER), null));
    }

    @Test
    void noHeaderNeedBeBelieved() {
        assertThat(backoff("", "backoff: {signals: []}").signals().families()).isEmpty();
        assertThat(backoff("", "backoff: {signals: [], adaptive: false}").isOff())
                .isTrue();
    }

    @Test
    void aRuleMayHaveNoLimitsAndStillBePaused() {
        Rule rule = rule("backoff: {floor: 2s}, retry-budget: {}", "limits: []");
        assertThat(rule.limits()).isEmpty();
        assertThat(rule.backoff().floorNanos()).isEqualTo(2 * SECOND);
        assertThat(rule.retries()).isEqualTo(RetryTerms.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{limits: unlimited}", "unlimited"})
    void unlimitedCallsAreNotPausedUnlessTheRuleSaysSoItself(String rule) {
        Rule free = Reading.rule(
                "defaults: {backoff: {floor: 2s}, retry-budget: {}}\ndownstreams:\n  a.test: " + rule + "\n");
        assertThat(free.limits()).isEmpty();
        assertThat(free.backoff()).isEqualTo(Backoff.OFF);
        assertThat(free.retries()).isNull();
        assertThat(backoff("backoff: {floor: 2s}", "backoff: {}")).isNotEqualTo(Backoff.OFF);
        assertThat(rule("backoff: {floor: 2s}", "limits: unlimited, backoff: {factor: 3}")
                        .backoff())
                .satisfies(backoff -> {
                    assertThat(backoff.floorNanos()).isEqualTo(2 * SECOND);
                    assertThat(backoff.factorPercent()).isEqualTo(300);
                });
    }

    @Test
    void databasesInheritNothingOfResponses() {
        Configuration read = Reading.of("defaults: {reject: response, backoff: {signals: [retry-after], floor: 2s}}\n"
                + "downstreams:\n  \"jdbc:h2:mem:x\": {limits: [5/s], backoff: {factor: 3}}\n");
        assertThat(read.remarks()).isEmpty();
        Rule rule = read.rules().get(0);
        assertThat(rule.reject()).isEqualTo(Reject.EXCEPTION);
        assertThat(rule.backoff().floorNanos()).isEqualTo(2 * SECOND);
        assertThat(rule.backoff().factorPercent()).isEqualTo(300);
    }

    @Test
    void responsesOfADatabaseAreWarnedOf() {
        List<Problem> remarks = Reading.of(
                        "downstreams:\n  \"jdbc:h2:mem:x\": {limits: [5/s], reject: response, backoff:"
                                + " {reset-unit: epoch}}\n  \"pool:y\": {limits: [5/s], backoff: {signals: []}}\n")
                .remarks();
        assertThat(remarks).extracting(Problem::severity).containsOnly(Severity.WARNING);
        assertThat(remarks)
                .extracting(problem -> problem.where() + " " + problem.message())
                .containsExactly(
                        "headgate.yml:2:36 `reject: response` of `jdbc:h2:mem:x` has no effect: a database call fails with an"
                                + " exception",
                        "headgate.yml:2:64 headers that a database does not send are named for `jdbc:h2:mem:x`",
                        "headgate.yml:3:39 headers that a database does not send are named for `pool:y`");
    }

    @Test
    void aContradictionInTheDefaultsIsToldOnce() {
        assertThat(Reading.problems("defaults: {backoff: {floor: 9s, floor-max: 8s}}\ndownstreams: {a: 5/s, b: 5/s}\n"))
                .extracting(Problem::where)
                .containsExactly("headgate.yml:1:33");
    }

    private static Rule code(Consumer<DownstreamBuilder> says) {
        DownstreamBuilder builder = new DownstreamBuilder("a.test");
        says.accept(builder);
        return builder.draft().finished("code", dev.headgate.throttle.Mode.ENFORCE, null);
    }

    @Test
    void codeSaysTheSame() {
        Rule rule = code(d -> d.limit("5/s")
                .reject(Reject.RESPONSE)
                .retryBudget(0.125, 3)
                .backoff(b -> b.signals(Family.RATE_LIMIT)
                        .resetUnit(ResetUnit.EPOCH_MILLIS)
                        .maxPause(Duration.ofMinutes(1))
                        .floor(Duration.ofMillis(250))
                        .factor(1.25)
                        .floorMax(Duration.ofSeconds(10))
                        .jitter(NONE)
                        .adaptive(false)));
        assertThat(rule.backoff()).isEqualTo(EVERYTHING);
        assertThat(rule.retries()).isEqualTo(new RetryTerms(125, 3));
        assertThat(rule.reject()).isEqualTo(Reject.RESPONSE);
        assertThat(code(d -> d.limit("5/s").noBackoff().noRetryBudget())).satisfies(off -> {
            assertThat(off.backoff()).isEqualTo(Backoff.OFF);
            assertThat(off.retries()).isNull();
        });
        assertThat(code(d -> d.unlimited().backoff(b -> {})).backoff()).isEqualTo(Backoff.DEFAULT);
        assertThat(code(DownstreamBuilder::unlimited).backoff()).isEqualTo(Backoff.OFF);
    }

    @Test
    void codeThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> code(d -> d.retryBudget(1.5, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ratio must be between 0 and 1, but is 1.5");
        assertThatThrownBy(() -> code(d -> d.backoff(b -> b.factor(Double.NaN))))
                .hasMessage("factor must be between 1 and 100, but is NaN");
        assertThatThrownBy(() -> code(d -> d.backoff(b -> b.floor(Duration.ofNanos(-1)))))
                .hasMessage("floor must be between 0 and 365d, but is PT-0.000000001S");
        assertThatThrownBy(() -> Headgate.builder()
                        .downstream(
                                "a.test",
                                d -> d.limit("5/s")
                                        .backoff(b ->
                                                b.floor(Duration.ofSeconds(9)).floorMax(Duration.ofSeconds(8))))
                        .build())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("`floor-max` of 8s is shorter than the `floor` of 9s");
    }
}
