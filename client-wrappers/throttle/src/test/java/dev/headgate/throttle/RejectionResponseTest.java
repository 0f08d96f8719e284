package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.testkit.ManualBench;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RejectionResponseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long NOON = 1_767_268_800_000L;

    private static RejectionResponse response(Rule rule, long millis, long epochMillis) {
        return RejectionResponse.of(
                rule, new Rejection(rule.name(), Reason.LIMIT, millis, rule.name() + ": used up"), epochMillis);
    }

    @Test
    void saysInEveryFormWhenToComeBack() {
        RejectionResponse response = response(rule("api.test").log(100, SECOND).build(), 1_001, NOON);
        assertThat(response.status()).isEqualTo(429);
        assertThat(response.headers())
                .containsExactly(
                        Map.entry("Retry-After", "2"),
                        Map.entry("RateLimit", "\"api.test\";r=0;t=2"),
                        Map.entry("X-RateLimit-Limit", "100"),
                        Map.entry("X-RateLimit-Remaining", "0"),
                        Map.entry("X-RateLimit-Reset", "1767268802"),
                        Map.entry("Content-Type", "text/plain; charset=utf-8"),
                        Map.entry("X-Headgate-Rejected", OwnRejections.id()));
        assertThat(response.body())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("Headgate rejected this call before it was sent; no server was asked."
                        + " api.test: used up. Come back in 2 s.\n");
    }

    @Test
    void neverSaysAtOnceAndNeverTooEarly() {
        Rule rule = rule("a").log(1, SECOND).build();
        assertThat(response(rule, 1, NOON).headers())
                .contains(Map.entry("Retry-After", "1"), Map.entry("X-RateLimit-Reset", "1767268801"));
        assertThat(response(rule, 1_000, NOON).headers())
                .contains(Map.entry("Retry-After", "1"), Map.entry("X-RateLimit-Reset", "1767268801"));
        assertThat(response(rule, 1_000, NOON + 1).headers()).contains(Map.entry("X-RateLimit-Reset", "1767268802"));
    }

    @Test
    void aRuleWithoutALimitNamesNone() {
        assertThat(response(rule("a").build(), 5, NOON).headers())
                .extracting(Map.Entry::getKey)
                .doesNotContain("X-RateLimit-Limit")
                .contains("X-RateLimit-Remaining");
    }

    @Test
    void theLimitThatStandsAgainstTheCallIsTheOneThatIsNamed() {
        ManualBench bench = new ManualBench(rule("a")
                .log(100, SECOND)
                .tokenBucket(2, 7, SECOND)
                .wait(Duration.ZERO)
                .build());
        Demand demand = ((RuleThrottle) bench.throttle("a")).code(1);
        demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
        demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
        Rejection rejection = ((Outcome.Rejected) demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER)).rejection();
        assertThat(RejectionResponse.of(demand.throttle(), rejection).headers())
                .contains(Map.entry("X-RateLimit-Limit", "7"), Map.entry("X-RateLimit-Reset", "1728000001"));
    }

    @Test
    void namesOfAnyLettersStayAStructuredField() {
        assertThat(response(rule("a \"b\\c\" ü").build(), 5, NOON).headers())
                .contains(Map.entry("RateLimit", "\"a \\\"b\\\\c\\\" %C3%BC\";r=0;t=1"));
    }
}
