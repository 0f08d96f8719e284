package dev.headgate.throttle.match;

import static dev.headgate.throttle.match.Rules.call;
import static dev.headgate.throttle.match.Rules.match;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private final RuleTable<String> table = Rules.of("other.test", "**.test")
            .add("plain", match(List.of("http://api.test"), Set.of(), List.of(), Map.of()))
            .add("port", match(List.of("api.test:8443"), Set.of(), List.of(), Map.of()))
            .add("posts", match(List.of("api.test"), Set.of("POST", "PUT"), List.of(), Map.of()))
            .add("paths", match(List.of("api.test"), Set.of(), List.of("/pay/{id}", "/refund"), Map.of()))
            .add("absent", match(List.of("api.test"), Set.of(), List.of("/users/**"), Map.of("X-Key", "hunter2")))
            .add("wins", match(List.of("https://api.test"), Set.of(), List.of("/users/*"), Map.of()))
            .table();

    @Test
    void everyRuleThatNamesTheHostSaysWhyItLost() {
        Explanation<String> explanation =
                table.explain(HttpCall.READER, call("GET", "https://api.test/users/1", "Other", "x"));
        assertThat(explanation.found()).isEqualTo(new Found<>("wins", "/users/*", Map.of()));
        assertThat(explanation.candidates())
                .extracting(candidate -> candidate.entry().value() + " [" + candidate.pattern() + "] "
                        + candidate.wins() + " " + candidate.why())
                .containsExactly(
                        "wins [https://api.test /users/*] true charged",
                        "plain [http://api.test] false is for port 80, the call goes to 443",
                        "port [api.test:8443] false is for port 8443, the call goes to 443",
                        "paths [api.test /refund] false is for the path /refund, the call goes to /users/1",
                        "absent [api.test /users/**] false asks for header X-Key, which the call has not",
                        "posts [api.test] false is for POST, PUT, the call is GET",
                        "**.test [**.test] false matches too, but file:8 is more specific: its host is more specific");
    }

    @Test
    void ofARuleWithSeveralHostsTheOneThatCameNearestIsShown() {
        RuleTable<String> several = new Rules()
                .add("rule", match(List.of("api.test:1", "api.test", "**:2"), Set.of("POST"), List.of(), Map.of()))
                .table();
        assertThat(several.explain(HttpCall.READER, call("GET", "http://api.test"))
                        .candidates())
                .extracting(candidate -> candidate.pattern() + " " + candidate.why())
                .containsExactly("api.test is for POST, the call is GET");
    }

    @Test
    void aHeadersValueIsNeverShown() {
        Explanation<String> explanation =
                table.explain(HttpCall.READER, call("GET", "https://api.test/users/1", "X-Key", "secret-of-the-call"));
        assertThat(explanation.candidates())
                .filteredOn(candidate -> candidate.entry().value().equals("absent"))
                .extracting(Explanation.Candidate::why)
                .containsExactly("asks for another value of header X-Key");
        assertThat(explanation.toString()).doesNotContain("hunter2").doesNotContain("secret-of-the-call");
    }

    @Test
    void aCallThatNoRuleTakesHasNoWinner() {
        RuleTable<String> small = Rules.of("https://api.test:1").table();
        assertThat(small.explain(HttpCall.READER, call("GET", "http://x.test")))
                .isEqualTo(new Explanation<>(null, List.of()));
        assertThat(small.explain(HttpCall.READER, call("GET", "http://api.test:1"))
                        .candidates())
                .extracting(Explanation.Candidate::why)
                .containsExactly("is for https, the call is http");
    }

    @Test
    void aBorrowIsExplainedToo() {
        RuleTable<String> jdbc = new Rules()
                .jdbc("jdbc:postgresql://db/orders", "jdbc:postgresql://db/other")
                .jdbc("pool:orders", "pool:more")
                .table();
        Explanation<String> explanation =
                jdbc.explain(new JdbcTarget("jdbc:postgresql://app:hunter2@db/orders", "orders", null));
        assertThat(explanation.candidates())
                .extracting(candidate -> candidate.pattern() + ": " + candidate.why())
                .containsExactly(
                        "pool:orders: charged",
                        "jdbc:postgresql://db:5432/orders: matches too, but file:2 is more specific");
    }
}
