package dev.headgate.throttle.match;

import static dev.headgate.throttle.match.Rules.match;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConflictsTest {
    @ParameterizedTest
    @DisplayName("A45 the same host twice, in whatever spelling, is told with both lines")
    @CsvSource({
        "api.test, API.test",
        "api.test, api.test.",
        "https://api.test, https://api.test:443",
        "[::1], [0::0:1]",
        "bücher.example, xn--bcher-kva.example",
        "10.0.0.1, 10.0.0.1/32",
        "*.test, *.TEST",
    })
    void a45Hosts(String one, String other) {
        List<Conflict<String>> conflicts = Rules.of(one, other).table().conflicts();
        assertThat(conflicts).hasSize(1);
        assertThat(conflicts.get(0).duplicate()).isTrue();
        assertThat(conflicts.get(0).first().source()).isEqualTo("file:1");
        assertThat(conflicts.get(0).second().source()).isEqualTo("file:2");
        assertThat(conflicts.get(0).message())
                .isEqualTo("\"" + HostPattern.parse(one)
                        + "\" is there twice: file:1 and file:2 name the same calls; keep one of them");
    }

    @Test
    @DisplayName("A45 the same host and path twice, and the same database, are told with both lines")
    void a45ListForm() {
        List<Conflict<String>> conflicts = new Rules()
                .path("api.test", "/pay/**")
                .jdbc("jdbc:mysql://db/orders")
                .path("API.test", "/pay/**")
                .jdbc("jdbc:mysql://DB:3306/orders?user=app")
                .table()
                .conflicts();
        assertThat(conflicts)
                .extracting(Conflict::message)
                .containsExactly(
                        "\"api.test /pay/**\" is there twice: file:1 and file:3 name the same calls; keep one of them",
                        "\"jdbc:mysql://db:3306/orders\" is there twice: file:2 and file:4 name the same calls; keep one of"
                                + " them");
    }

    @Test
    void twoPathsThatOneCallCanMatchAreATie() {
        RuleTable<String> table = new Rules()
                .path("api.test", "/a/*/c")
                .path("api.test", "/*/b/c")
                .table();
        assertThat(table.conflicts())
                .extracting(Conflict::message)
                .containsExactly(
                        "\"api.test /a/*/c\" (file:1) and \"api.test /*/b/c\" (file:2) are equally specific and can"
                                + " match the same call; make one of them narrower");
        assertThat(table.conflicts().get(0).duplicate()).isFalse();
        assertThat(Rules.find(table, "GET", "http://api.test/a/b/c")).isEqualTo("api.test /a/*/c");
    }

    @Test
    void twoTemplatesOfTheSamePathsAreTheSame() {
        assertThat(new Rules()
                        .path("api.test", "/users/{id}")
                        .path("api.test", "/users/*")
                        .table()
                        .conflicts())
                .extracting(Conflict::duplicate)
                .containsExactly(true);
    }

    @Test
    void everyPairIsToldOnceAndInTheOrderOfTheFile() {
        Rules rules = new Rules();
        for (int i = 0; i < 3; i++) {
            rules.add("r" + i, match(List.of("a.test", "b.test"), Set.of(), List.of("/x", "/y"), Map.of()));
        }
        assertThat(rules.table().conflicts())
                .extracting(
                        conflict -> conflict.first().value() + conflict.second().value())
                .containsExactlyInAnyOrder("r0r1", "r0r2", "r1r2");
    }

    @Test
    void whatNoCallCanMatchTogetherIsNoTie() {
        List<String> host = List.of("a.test");
        RuleTable<String> table = new Rules()
                .add("get", match(host, Set.of("GET"), List.of(), Map.of()))
                .add("post", match(host, Set.of("POST", "PUT"), List.of(), Map.of()))
                .add("test", match(host, Set.of(), List.of(), Map.of("Authorization", "Bearer sk_test_*")))
                .add("live", match(host, Set.of(), List.of(), Map.of("authorization", "Bearer sk_live_*")))
                .add("a", match(host, Set.of(), List.of("/a/*"), Map.of()))
                .add("b", match(host, Set.of(), List.of("/b/*"), Map.of()))
                .add("port 1", match(List.of("a.test:1"), Set.of(), List.of(), Map.of()))
                .add("port 2", match(List.of("a.test:2"), Set.of(), List.of(), Map.of()))
                .add("http", match(List.of("http://a.test:1"), Set.of(), List.of(), Map.of()))
                .add("https", match(List.of("https://a.test:1"), Set.of(), List.of(), Map.of()))
                .jdbc("jdbc:mysql://db/o?a=1")
                .jdbc("jdbc:mysql://db/o?a=2")
                .jdbc("pool:a")
                .jdbc("pool:b")
                .table();
        assertThat(table.conflicts()).isEmpty();
    }

    @Test
    void whatOneCallCanMatchInOtherWaysIsATie() {
        List<String> host = List.of("a.test");
        assertThat(new Rules()
                        .add("get", match(host, Set.of("GET"), List.of(), Map.of()))
                        .add("both", match(host, Set.of("GET", "POST"), List.of(), Map.of()))
                        .add("a", match(host, Set.of(), List.of(), Map.of("X-A", "*1")))
                        .add("b", match(host, Set.of(), List.of(), Map.of("X-B", "1")))
                        .add("c", match(host, Set.of(), List.of(), Map.of("x-a", "2*")))
                        .jdbc("jdbc:mysql://db/o?a=1")
                        .jdbc("jdbc:mysql://db/o?b=2")
                        .table()
                        .conflicts())
                .extracting(conflict ->
                        conflict.first().value() + " " + conflict.second().value())
                .containsExactly("a b", "a c", "b c", "get both", "jdbc:mysql://db/o?a=1 jdbc:mysql://db/o?b=2");
    }

    @Test
    void oneRuleMaySayAThingTwice() {
        assertThat(new Rules()
                        .add("r", match(List.of("a.test", "A.test"), Set.of(), List.of("/{a}", "/{b}"), Map.of()))
                        .table()
                        .conflicts())
                .isEmpty();
    }
}
