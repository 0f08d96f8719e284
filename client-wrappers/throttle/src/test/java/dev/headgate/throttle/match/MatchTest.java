package dev.headgate.throttle.match;

import static dev.headgate.throttle.match.Rules.call;
import static dev.headgate.throttle.match.Rules.match;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MatchTest {
    private static final JdbcTarget ORDERS = new JdbcTarget("jdbc:h2:mem:orders", "orders", "app");

    @Test
    void everyPartThatIsWrittenMustHold() {
        Match all = match(
                List.of("a.test", "b.test:8080"),
                Set.of("POST"),
                List.of("/x/**", "/y"),
                Map.of("X-A", "1*", "X-B", "*"));
        String[] headers = {"x-a", "12", "x-b", "any"};
        assertThat(all.matches(HttpCall.READER, call("POST", "https://a.test/x/1", headers)))
                .isTrue();
        assertThat(all.matches(HttpCall.READER, call("post", "http://b.test:8080/y", headers)))
                .isTrue();
        assertThat(all.matches(HttpCall.READER, call("POST", "http://b.test/y", headers)))
                .isFalse();
        assertThat(all.matches(HttpCall.READER, call("GET", "https://a.test/x/1", headers)))
                .isFalse();
        assertThat(all.matches(HttpCall.READER, call("POST", "https://a.test/z", headers)))
                .isFalse();
        assertThat(all.matches(HttpCall.READER, call("POST", "https://a.test/x/1", "x-a", "12")))
                .isFalse();
        assertThat(all.matches(ORDERS)).isFalse();
    }

    @Test
    void anEmptyMatchIsForEveryCall() {
        Match empty = match(List.of(), Set.of(), List.of(), Map.of());
        assertThat(empty.matches(HttpCall.READER, call("GET", "http://any.test")))
                .isTrue();
        assertThat(empty.matches(ORDERS)).isTrue();
        assertThat(match(List.of(), Set.of("GET"), List.of(), Map.of()).matches(ORDERS))
                .isFalse();
    }

    @Test
    void aJdbcMatchIsForItsBorrowsOnly() {
        Match jdbc = new Match(
                List.of(),
                Set.of(),
                List.of(),
                List.of(),
                List.of(JdbcPattern.parse("pool:x"), JdbcPattern.parse("jdbc:h2:mem:orders")));
        assertThat(jdbc.matches(ORDERS)).isTrue();
        assertThat(jdbc.matches(new JdbcTarget("jdbc:h2:mem:other", "y", null))).isFalse();
        assertThat(jdbc.matches(HttpCall.READER, call("GET", "http://any.test")))
                .isFalse();
        assertThat(jdbc.whyNever()).isNull();
    }

    @Test
    void whatCanNeverMatchIsSaid() {
        Match both = new Match(
                List.of(HostPattern.parse("a.test")),
                Set.of(),
                List.of(),
                List.of(),
                List.of(JdbcPattern.parse("pool:x")));
        assertThat(both.whyNever()).isEqualTo("no call is both a request and a borrow: give jdbc a rule of its own");
        Match twoValues = new Match(
                List.of(),
                Set.of(),
                List.of(),
                List.of(HeaderPattern.parse("X-A", "a*"), HeaderPattern.parse("x-a", "b*")),
                List.of());
        assertThat(twoValues.whyNever()).isEqualTo("header x-a is asked to have two values at once");
        assertThat(match(List.of(), Set.of("GET IT"), List.of(), Map.of()).whyNever())
                .isEqualTo("\"GET IT\" is no method");
        assertThat(match(List.of("a.test"), Set.of("GET"), List.of("/a"), Map.of("X-A", "a"))
                        .whyNever())
                .isNull();
    }

    @Test
    void aMatchThatCanNeverMatchFindsNothing() {
        RuleTable<String> table = new Rules()
                .add(
                        "both",
                        new Match(
                                List.of(HostPattern.parse("a.test")),
                                Set.of(),
                                List.of(),
                                List.of(),
                                List.of(JdbcPattern.parse("pool:orders"))))
                .table();
        assertThat(table.find(ORDERS)).isNull();
        assertThat(Rules.find(table, "GET", "http://a.test/")).isNull();
    }
}
