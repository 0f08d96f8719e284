package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.program.StubDriver;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.api.RateLimited;
import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.guest.Guest;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("HikariCP")
@Guest(rules = """
        hikari-timeout: {match: {jdbc: ["pool:timeout"]}, limits: [{token-bucket: 1/500ms}], wait: 5s}
        hikari-unload: {match: {jdbc: ["pool:unload"]}, limits: [100/s], wait: 1s}
        """)
class HikariGuest {
    @Test
    void theWaitIsTakenOffTheConnectionTimeout() throws Exception {
        try (HikariDataSource pool = pool("timeout", 1, 1_000)) {
            CompletableFuture<Void> release = new CompletableFuture<>();
            CompletableFuture<Void> borrowed = new CompletableFuture<>();
            Thread holder = new Thread(() -> {
                try (Connection held = pool.getConnection()) {
                    borrowed.complete(null);
                    release.join();
                } catch (Exception e) {
                    borrowed.completeExceptionally(e);
                }
            });
            holder.start();
            borrowed.get(5, TimeUnit.SECONDS);
            Timed second = Timed.of(pool::getConnection);
            release.complete(null);
            holder.join();

            assertThat(second.thrown()).isInstanceOf(SQLTransientConnectionException.class);
            assertThat(RateLimited.find(second.thrown()))
                    .as("the pool's own exception")
                    .isEmpty();
            assertThat(second.took()).isBetween(Duration.ofMillis(950), Duration.ofMillis(1_300));
        }
    }

    @Test
    void noClassOfAProgramThatHasGoneIsKept() throws Exception {
        // On a thread of its own: the pool leaves thread-locals behind.
        CompletableFuture<WeakReference<ClassLoader>> used = new CompletableFuture<>();
        Thread program = new Thread(() -> {
            try {
                used.complete(useAndDrop());
            } catch (Exception e) {
                used.completeExceptionally(e);
            }
        });
        program.start();
        program.join();
        WeakReference<ClassLoader> gone = used.get();

        await().atMost(Duration.ofSeconds(20)).until(() -> {
            System.gc();
            return gone.get() == null;
        });
    }

    private static WeakReference<ClassLoader> useAndDrop() throws Exception {
        List<URL> urls = new ArrayList<>();
        // No other driver: the JDK keeps those that register themselves for ever.
        for (String entry : ClassPath.holding(
                "com.example.program.StubDriver", "com.zaxxer.hikari.HikariDataSource", "org.slf4j.Logger")) {
            urls.add(new File(entry).toURI().toURL());
        }
        URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Class<?> configType = loader.loadClass(HikariConfig.class.getName());
        Object config = configType.getConstructor().newInstance();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            configType.getMethod("setPoolName", String.class).invoke(config, "unload");
            configType.getMethod("setDriverClassName", String.class).invoke(config, StubDriver.class.getName());
            configType.getMethod("setJdbcUrl", String.class).invoke(config, "jdbc:stub://db.test/unload");
            DataSource pool = (DataSource) loader.loadClass(HikariDataSource.class.getName())
                    .getConstructor(configType)
                    .newInstance(config);
            pool.getConnection().close();
            ((AutoCloseable) pool).close();
        } finally {
            Thread.currentThread().setContextClassLoader(HikariGuest.class.getClassLoader());
        }
        loader.close();
        return new WeakReference<>(loader);
    }

    private static HikariDataSource pool(String name, int size, long connectionTimeoutMillis) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDriverClassName(StubDriver.class.getName());
        config.setJdbcUrl("jdbc:stub://db.test/" + name);
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(connectionTimeoutMillis);
        return new HikariDataSource(config);
    }
}
