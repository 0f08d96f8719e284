package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.spi.Site;
import dev.headgate.spi.Sites;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class JdkSitesTest {
    private final Sites sites = new JdkSites();

    @Test
    void thisJdkHasEverySeamExactlyAsNamed() throws Exception {
        for (Site site : sites.all()) {
            Class<?> type = Class.forName(site.type(), false, ClassLoader.getPlatformClassLoader());
            assertThat(Arrays.stream(type.getDeclaredMethods())
                            .filter(method -> site.method().equals(method.getName())
                                    && site.descriptor().equals(descriptor(method))))
                    .as(site.toString())
                    .hasSize(1);
        }
    }

    @Test
    void everyAdapterCanBeLinkedByItsName() throws Exception {
        for (Site site : sites.all()) {
            assertThat(Class.forName(site.adapter())
                            .getConstructor(AdapterContext.class)
                            .newInstance(new FakeDownstreams("api.test")))
                    .isInstanceOf(Adapter.class);
        }
    }

    @Test
    void theIndexNamesTheSites() throws Exception {
        try (InputStream index = JdkSites.class.getResourceAsStream("/META-INF/headgate/sites.index")) {
            assertThat(new String(index.readAllBytes(), StandardCharsets.UTF_8).strip())
                    .isEqualTo(JdkSites.class.getName());
        }
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }
}
