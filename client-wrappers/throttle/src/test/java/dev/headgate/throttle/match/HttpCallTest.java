package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCallTest {
    @ParameterizedTest
    @CsvSource({
        "HTTPS://Api.test, https, Api.test, -1, ''",
        "http://a_b.test:8080/x%2Fy?z=1#f, http, a_b.test, 8080, /x%2Fy",
        "http://[::1]:80/, http, [::1], 80, /",
        "http://[::1], http, [::1], -1, ''",
        "http://user:pw@a.test:1/x, http, a.test, 1, /x",
        "http://bücher.test/, http, bücher.test, -1, /",
        "http://a.test:/, http, a.test, -1, /",
    })
    void aUrlIsTakenApart(String url, String scheme, String host, int port, String path) {
        assertThat(HttpCall.of("GET", url)).isEqualTo(new HttpCall(scheme, host, port, "GET", path, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.test",
                "ftp://a.test",
                "http://",
                "http:///x",
                "http://a.test:x/",
                "http://a.test:99999/",
                "http://a b/"
            })
    void whatIsNoUrlIsRefused(String url) {
        assertThatThrownBy(() -> HttpCall.of("GET", url)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void headersAreReadWithoutCaseAndNotShown() {
        HttpCall call = Rules.call("GET", "http://a.test/x", "Authorization", "hunter2");
        assertThat(HttpCall.READER.header(call, "AUTHORIZATION")).isEqualTo("hunter2");
        assertThat(HttpCall.READER.header(call, "Other")).isNull();
        assertThat(call).hasToString("GET http://a.test/x");
    }
}
