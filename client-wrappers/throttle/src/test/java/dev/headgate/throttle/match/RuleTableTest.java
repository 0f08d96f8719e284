package dev.headgate.throttle.match;

import static dev.headgate.throttle.match.Rules.call;
import static dev.headgate.throttle.match.Rules.find;
import static dev.headgate.throttle.match.Rules.match;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTableTest {
    @Test
    @DisplayName("A20 one rule for an IPv6 address takes every spelling of it at its port")
    void a20() {
        RuleTable<String> table = Rules.of("[::1]:8080").table();
        assertThat(find(table, "GET", "http://[::1]:8080/")).isEqualTo("[::1]:8080");
        assertThat(find(table, "GET", "http://[0:0:0:0:0:0:0:1]:8080/")).isEqualTo("[::1]:8080");
        assertThat(find(table, "GET", "http://[0::0:1]:8080/x")).isEqualTo("[::1]:8080");
        assertThat(find(table, "GET", "http://[::1]/")).isNull();
        assertThat(table.namesHost("::1")).isTrue();
        assertThat(table.namesHost("::2")).isFalse();
    }

    @ParameterizedTest
    @DisplayName("A38 a wildcard stops at the dot, and the more specific rule wins")
    @CsvSource({
        "a.example.test, *.example.test",
        "evilexample.test,",
        "example.test,",
        "x.example.test, x.example.test",
        "a.b.example.test,",
    })
    void a38(String host, String rule) {
        RuleTable<String> table = Rules.of("*.example.test", "x.example.test").table();
        assertThat(find(table, "GET", "http://" + host + "/")).isEqualTo(rule);
        assertThat(table.namesHost(host)).isEqualTo(rule != null);
    }

    @ParameterizedTest
    @DisplayName("A39 a default port is the same written or not")
    @CsvSource({
        "https://api.test/, https://api.test",
        "https://api.test:443/, https://api.test",
        "http://api.test/,",
        "http://plain.test/, http://plain.test:80",
        "http://plain.test:80/, http://plain.test:80",
        "https://api.test:8443/, api.test:8443",
        "http://any.test:1234/, any.test",
        "https://any.test/, any.test",
    })
    void a39(String url, String rule) {
        RuleTable<String> table = Rules.of("https://api.test", "http://plain.test:80", "api.test:8443", "any.test")
                .table();
        assertThat(table.conflicts()).isEmpty();
        assertThat(find(table, "GET", url)).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "http://x.a.example/, x.a.example",
        "http://y.a.example/, *.a.example",
        "http://z.y.a.example/, **.a.example",
        "http://b.example/, *.example",
        "http://z.b.example/, **.example",
        "http://10.2.3.4/, 10.2.3.0/24",
        "http://10.2.4.4/, 10.2.0.0/16",
        "http://10.3.4.4/, **",
        "http://10.2.3.5/, 10.2.3.5",
        "http://example/, **",
        "http://other.test/, **",
    })
    void theMostSpecificHostWins(String url, String rule) {
        RuleTable<String> table = Rules.of(
                        "**",
                        "10.2.0.0/16",
                        "10.2.3.0/24",
                        "10.2.3.5",
                        "**.example",
                        "*.example",
                        "**.a.example",
                        "*.a.example",
                        "x.a.example")
                .table();
        assertThat(table.conflicts()).isEmpty();
        assertThat(find(table, "GET", url)).isEqualTo(rule);
    }

    @Test
    void portAndSchemeComeAfterTheHostAndBeforeThePath() {
        RuleTable<String> table = Rules.of("a.test", "a.test:443", "https://a.test", "**.test:443")
                .path("a.test", "/very/long/path")
                .table();
        assertThat(table.conflicts()).isEmpty();
        assertThat(find(table, "GET", "https://a.test/very/long/path")).isEqualTo("https://a.test");
        assertThat(find(table, "GET", "http://a.test:443/very/long/path")).isEqualTo("a.test:443");
        assertThat(find(table, "GET", "http://a.test/very/long/path")).isEqualTo("a.test /very/long/path");
        assertThat(find(table, "GET", "http://a.test/short")).isEqualTo("a.test");
        assertThat(find(table, "GET", "https://b.test/very/long/path")).isEqualTo("**.test:443");
    }

    @Test
    void pathThenHeadersThenMethodsDecide() {
        List<String> host = List.of("a.test");
        RuleTable<String> table = new Rules()
                .add("methods", match(host, Set.of("POST"), List.of(), Map.of()))
                .add("header", match(host, Set.of(), List.of(), Map.of("X-A", "1*")))
                .add("headers", match(host, Set.of(), List.of(), Map.of("X-A", "1*", "X-B", "*")))
                .add("path", match(host, Set.of(), List.of("/pay/**", "/orders/{id}"), Map.of()))
                .add("all", match(host, Set.of(), List.of(), Map.of()))
                .table();
        assertThat(table.conflicts()).isEmpty();
        assertThat(find(table, "POST", "http://a.test/pay/1", "X-A", "1", "X-B", ""))
                .isEqualTo("path");
        assertThat(find(table, "POST", "http://a.test/orders/1")).isEqualTo("path");
        assertThat(find(table, "POST", "http://a.test/x", "x-a", "12", "x-b", ""))
                .isEqualTo("headers");
        assertThat(find(table, "POST", "http://a.test/x", "x-a", "12")).isEqualTo("header");
        assertThat(find(table, "post", "http://a.test/x", "x-a", "2")).isEqualTo("methods");
        assertThat(find(table, "GET", "http://a.test/x")).isEqualTo("all");
    }

    @Test
    void whatIsFoundCarriesTheTemplateAndItsVariables() {
        RuleTable<String> table =
                Rules.of("a.test").path("a.test", "/users/{id}", "/health").table();
        Found<String> user = table.find(HttpCall.READER, call("GET", "http://a.test/users/4%202?x=1"));
        assertThat(user).isEqualTo(new Found<>("a.test /users/{id}", "/users/{id}", Map.of("id", "4%202")));
        HttpCall health = call("GET", "http://a.test/health/");
        assertThat(table.find(HttpCall.READER, health))
                .isEqualTo(new Found<>("a.test /users/{id}", "/health", Map.of()))
                .isSameAs(table.find(HttpCall.READER, health));
        assertThat(table.find(HttpCall.READER, call("GET", "http://a.test/x")))
                .isEqualTo(new Found<>("a.test", null, Map.of()));
    }

    @Test
    void aRuleWithoutHostsIsForEveryHostAndOneForJdbcForNone() {
        RuleTable<String> table = new Rules()
                .add("posts", match(List.of(), Set.of("POST"), List.of(), Map.of()))
                .jdbc("pool:orders")
                .table();
        assertThat(find(table, "POST", "http://any.test/")).isEqualTo("posts");
        assertThat(find(table, "GET", "http://any.test/")).isNull();
        assertThat(table.namesHost("any.test")).isTrue();
        assertThat(Rules.of().jdbc("pool:orders").table().namesHost("any.test")).isFalse();
    }

    @Test
    void hostsThatNoDnsKnowsAreAnswered() {
        RuleTable<String> table = Rules.of("*.a.test", "10.0.0.0/8").table();
        assertThat(table.namesHost("")).isFalse();
        assertThat(table.namesHost(".")).isFalse();
        assertThat(table.namesHost(".a.test")).isFalse();
        assertThat(table.namesHost("x".repeat(1_000_000) + ".a.test")).isFalse();
        assertThat(table.namesHost("x.".repeat(500_000) + "a.test")).isFalse();
        assertThat(Rules.of("**").table().namesHost("x.".repeat(500_000))).isTrue();
    }

    @Test
    void aPoolWinsOverAUrlAndAUrlWithParametersOverOneWithout() {
        RuleTable<String> table = Rules.of("**")
                .jdbc("jdbc:postgresql://db.internal/orders")
                .jdbc("jdbc:postgresql://db.internal/orders?ApplicationName=batch")
                .jdbc("pool:orders")
                .table();
        assertThat(table.conflicts()).isEmpty();
        String url = "jdbc:postgresql://DB.internal:5432/orders";
        assertThat(table.find(new JdbcTarget(url, "orders", null)))
                .isEqualTo(new Found<>("pool:orders", null, Map.of()));
        assertThat(table.find(new JdbcTarget(url + "?ssl=true", "other", null)))
                .isEqualTo(new Found<>("jdbc:postgresql://db.internal/orders", null, Map.of()));
        assertThat(table.find(new JdbcTarget(url + "?user=x&ApplicationName=batch", null, null)))
                .isEqualTo(new Found<>("jdbc:postgresql://db.internal/orders?ApplicationName=batch", null, Map.of()));
        assertThat(table.find(new JdbcTarget("jdbc:postgresql://db.internal/other", null, null)))
                .isNull();
        assertThat(table.find(new JdbcTarget(null, null, null))).isNull();
    }
}
