package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireResponsesTest {
    private final WireResponses responses = WireResponses.open();

    @Test
    void aProxyThatAsksForAPasswordIsTold() throws Exception {
        assertThat(responses.isFromProxy(response(407))).isTrue();
        assertThat(responses.isFromProxy(response(401))).isFalse();
        assertThat(responses.isFromProxy(response(302))).isFalse();
    }

    @Test
    void whatIsNoResponseIsNotAProxys() {
        assertThat(responses.isFromProxy(null)).isFalse();
        assertThat(responses.isFromProxy("407")).isFalse();
    }

    @Test
    void statusAndEachHeaderLineAreRead() throws Exception {
        HttpHeaders headers = HttpHeaders.of(
                Map.of("retry-after", List.of("7"), "ratelimit", List.of("a", "b")), (name, value) -> true);
        Object response = response(503, headers);
        List<String> lines = new ArrayList<>();
        responses.headers(response, (name, value) -> lines.add(name + ": " + value));

        assertThat(responses.status(response)).isEqualTo(503);
        assertThat(lines).containsExactlyInAnyOrder("retry-after: 7", "ratelimit: a", "ratelimit: b");
        assertThat(responses.request(response)).as("this one has none").isNull();
    }

    @Test
    void whatIsNoResponseSaysNothing() {
        assertThat(responses.status("503")).isZero();
        assertThat(responses.request("503")).isNull();
        responses.headers("503", (name, value) -> {
            throw new AssertionError(name);
        });
    }

    private static Object response(int status) throws ReflectiveOperationException {
        return response(status, null);
    }

    private static Object response(int status, HttpHeaders headers) throws ReflectiveOperationException {
        Constructor<?> constructor = Arrays.stream(
                        Class.forName("jdk.internal.net.http.Response").getDeclaredConstructors())
                .filter(each -> each.getParameterCount() == 7)
                .findFirst()
                .orElseThrow();
        constructor.setAccessible(true);
        return constructor.newInstance(null, null, headers, null, status, null, false);
    }
}
