package dev.headgate.adapter.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.AdapterContext;
import dev.headgate.spi.Site;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OkHttpSitesTest {
    private final List<Site> sites = new OkHttpSites().all();

    @Test
    void theIndexNamesTheSites() throws IOException {
        try (InputStream index = getClass().getResourceAsStream("/META-INF/headgate/sites.index")) {
            assertThat(new String(index.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(OkHttpSites.class.getName() + "\n");
        }
    }

    @Test
    void everyAdapterHasTheConstructorThatTheEngineCalls() throws ReflectiveOperationException {
        for (Site site : sites) {
            assertThat(Class.forName(site.adapter()).getConstructor(AdapterContext.class))
                    .isNotNull();
        }
    }

    @Test
    void theSeamsOfOkHttpFiveAreThere() {
        assertThat(sites.stream().filter(OkHttpSitesTest::isThere).map(Site::method))
                .containsExactly("intercept", "enqueue$okhttp", "cancel", "cancelAll");
    }

    private static boolean isThere(Site site) {
        try {
            return Arrays.stream(Class.forName(site.type()).getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals(site.method())
                            && descriptor(method).equals(site.descriptor()));
        } catch (ClassNotFoundException older) {
            return false;
        }
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }
}
