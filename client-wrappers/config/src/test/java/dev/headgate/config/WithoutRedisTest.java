package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where no limit is kept on Redis, there is nothing of it: no class of its client, and no thread. */
class WithoutRedisTest {
    /** The class path of this test without the client for Redis. */
    private static final class Poor extends URLClassLoader {
        Poor() throws MalformedURLException {
            super(urls(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] urls() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                if (!entry.contains("jedis") && !entry.contains("commons-pool2")) {
                    urls.add(Path.of(entry).toUri().toURL());
                }
            }
            return urls.toArray(new URL[0]);
        }

        boolean hasLoaded(String name) {
            return findLoadedClass(name) != null;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "downstreams: {a.test: 5/s}",
                "redis: {uri: redis://h}\ndownstreams: {a.test: {limits: [5/s], store: local}}",
                "redis: {uri: redis://h}\ndownstreams: {a.test: {limits: [5/s], mode: \"off\"}}"
            })
    void aFileIsAtWorkWithoutTheClient(String file) throws Exception {
        try (Poor poor = new Poor()) {
            Class<?> headgate = poor.loadClass("dev.headgate.config.Headgate");
            try (AutoCloseable working = (AutoCloseable)
                    headgate.getMethod("parse", String.class, String.class).invoke(null, file, "headgate.yml")) {
                assertThat(headgate.getMethod("stats").invoke(working))
                        .asString()
                        .contains("a.test");
                assertThat(poor.hasLoaded("dev.headgate.redis.RedisLedger")).isFalse();
                assertThat(poor.hasLoaded("dev.headgate.throttle.LocalLedger")).isTrue();
                assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("headgate-redis"));
            }
        }
    }

    @Test
    void checkDoesWithoutTheClientToo() throws Exception {
        try (Poor poor = new Poor()) {
            Class<?> configuration = poor.loadClass("dev.headgate.config.Configuration");
            Object read = configuration
                    .getMethod("parse", String.class, String.class)
                    .invoke(null, "redis: {uri: redis://h}\ndownstreams: {a.test: 5/s}", "headgate.yml");
            assertThat(configuration.getMethod("redis").invoke(read)).asString().contains("prefix=hg");
        }
    }
}
