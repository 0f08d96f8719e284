package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ClientResponseTest {
    private final ClientResponse responses = ClientResponse.open();

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

    private static Object response(int status) throws ReflectiveOperationException {
        Constructor<?> constructor = Arrays.stream(
                        Class.forName("jdk.internal.net.http.Response").getDeclaredConstructors())
                .filter(each -> each.getParameterCount() == 7)
                .findFirst()
                .orElseThrow();
        constructor.setAccessible(true);
        return constructor.newInstance(null, null, null, null, status, null, false);
    }
}
