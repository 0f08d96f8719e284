package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
    @ParameterizedTest
    @CsvSource({
        "/pay, /pay, true",
        "/pay, /pay/, true",
        "/pay, /pay//, false",
        "/pay, /pay;v, false",
        "/pay, /pay/x, false",
        "/pay/, /pay, true",
        "/, '', true",
        "/, /, true",
        "/, /x, false",
        "/**, '', true",
        "/**, /, true",
        "/**, /a/b, true",
        "/**, *, true",
        "/*, *, false",
        "/*, /, false",
        "/*, /a, true",
        "/*, /a/, true",
        "/*, /a/b, false",
        "/*, //, false",
        "/users/{id}, /users/42, true",
        "/users/{id}, /users/, false",
        "/users/{id}, /users, false",
        "/users/{id}, /users/42/x, false",
        "/users/{id}, /users/4%2F2, true",
        "/users/{id}, /users/.., true",
        "/users/{id}/**, /users/42/x/y, true",
        "/a/b, /a/./b, false",
        "/a/b, /a%2Fb, false",
        "/a%2fb, /a%2Fb, false",
        "/a/../b, /a/../b, true",
        "/a//b, /a//b, true",
        "/a//b, /a/b, false",
        "/**/health, /health, true",
        "/**/health, /a/b/health/, true",
        "/**/health, /a/healthy, false",
        "/**/health, /health/health, true",
        "/a/**/b/**/c, /a/x/b/b/y/c/c, true",
        "/a/**/b/**/c, /a/x/c/b, false",
        "/a/**/b, /a;v/x/b, true",
        "/a/**/b, /ab/b, false",
    })
    void aPathIsMatchedBySegments(String pattern, String path, boolean matches) {
        assertThat(PathPattern.parse(pattern).matches(path)).isEqualTo(matches);
    }

    @ParameterizedTest
    @DisplayName("A24 /pay/** takes /pay and all below it, path parameters too, and nothing that only begins alike")
    @CsvSource({
        "/pay, true",
        "/pay/, true",
        "/pay/1, true",
        "/pay?x=1, true",
        "/pay;v=1, true",
        "/pay#f, true",
        "/payments, false",
        "/Pay, false",
        "/pa, false",
    })
    void a24(String target, boolean matches) {
        HttpCall call = HttpCall.of("GET", "http://api.test" + target);
        assertThat(PathPattern.parse("/pay/**").matches(call.rawPath())).isEqualTo(matches);
    }

    @Test
    void variablesHaveTheRawTextOfTheirSegment() {
        PathPattern pattern = PathPattern.parse("/v1/{kind}/x/{id}");
        assertThat(pattern.variables()).containsExactly("kind", "id");
        assertThat(pattern.extract("/v1/us%2Fers/x/4;v=2/")).isEqualTo(Map.of("kind", "us%2Fers", "id", "4;v=2"));
        assertThat(PathPattern.parse("/**/users/{id}/**").extract("/users/a/users/b/c"))
                .isEqualTo(Map.of("id", "a"));
        assertThat(PathPattern.parse("/**/{last}").extract("/a/b/c")).isEqualTo(Map.of("last", "c"));
    }

    @Test
    void theTemplateIsTheTextThatWasWritten() {
        assertThat(PathPattern.parse("/users/{id}/")).hasToString("/users/{id}/");
    }

    @Test
    void patternsThatMatchTheSamePathsAreEqual() {
        assertThat(PathPattern.parse("/users/{id}/"))
                .isEqualTo(PathPattern.parse("/users/*"))
                .hasSameHashCodeAs(PathPattern.parse("/users/*"))
                .isNotEqualTo(PathPattern.parse("/users/x"))
                .isNotEqualTo(PathPattern.parse("/users/**"));
    }

    @ParameterizedTest
    @CsvSource({
        "/pay, /pay/**",
        "/pay/x, /pay/{id}",
        "/pay/{id}, /pay/**",
        "/pay/*/**, /pay/**",
        "/v1/charges/**, /v1/**",
        "/, /**",
    })
    void theNarrowerComesFirst(String narrow, String wide) {
        PathPattern one = PathPattern.parse(narrow);
        PathPattern other = PathPattern.parse(wide);
        assertThat(PathPattern.bySpecificity(one, other)).isNegative();
        assertThat(PathPattern.bySpecificity(other, one)).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pay/**|\"pay/**\" does not begin with a slash: write \"/pay/**\"",
                "*|\"*\" does not begin with a slash: write \"/**\"",
                "''|\"\" does not begin with a slash: write \"/\"",
                "/pay?x=1|\"/pay?x=1\" has a query or fragment, and paths are matched without: write \"/pay\"",
                "/v1/charges*|\"/v1/charges*\" has a * inside a segment: * is a whole segment and ** any number of them, as \"/v1/charges/**\"",
                "/v1/***|\"/v1/***\" has a * inside a segment: * is a whole segment and ** any number of them, as \"/v1/**\"",
                "/a/{id}/{id}|\"/a/{id}/{id}\" has {id} twice: give each its own name",
                "/café|\"/café\" is compared with the path as it is sent: write \"/caf%C3%A9\"",
                "/a b|\"/a b\" is compared with the path as it is sent: write \"/a%20b\"",
            })
    void aWrongPatternSaysWhatToWrite(String pattern, String message) {
        assertThatThrownBy(() -> PathPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"/x{id}", "/{id}x", "/{}", "/{", "/}", "/{a b}", "/{a.b}", "/{{id}}", "/{id"})
    void bracesAreAWholeSegmentWithAName(String pattern) {
        assertThatThrownBy(() -> PathPattern.parse(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aHostilePathTakesNoLongTimeAndNoDeepStack() {
        PathPattern pattern = PathPattern.parse("/**/a/**/a/**/a/**/a/**/b");
        assertThat(pattern.matches("/a".repeat(20_000))).isFalse();
        assertThat(pattern.matches("/a".repeat(20_000) + "/b")).isTrue();
    }
}
