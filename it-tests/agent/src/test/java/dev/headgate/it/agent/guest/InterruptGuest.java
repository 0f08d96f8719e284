package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.program.StubDriver;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.io.InterruptedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A17 an interrupt ends a wait")
@Guest(hosts = "{huc,jdk,okhttp}.a17.test", rules = """
                huc.a17.test: {limits: [{token-bucket: 1/5s}], wait: 10s}
                jdk.a17.test: {limits: [{token-bucket: 1/5s}], wait: 10s}
                okhttp.a17.test: {limits: [{token-bucket: 1/5s}], wait: 10s}
                a17-pool: {match: {jdbc: ["pool:a17"]}, limits: [{token-bucket: 1/5s}], wait: 10s}
                """)
class InterruptGuest {
    @ParameterizedTest
    @EnumSource
    void ofAnHttpCall(Http client) throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            String url = server.url(client.label() + ".a17.test", "/");
            client.get(url);

            Ended ended = interrupted(() -> client.get(url));

            assertThat(ended.late()).isLessThan(Duration.ofMillis(300));
            if (client == Http.JDK) {
                // As the client itself: the exception instead of the flag.
                assertThat(ended.thrown()).isInstanceOf(InterruptedException.class);
                assertThat(ended.flag()).isFalse();
            } else {
                assertThat(ended.thrown()).isInstanceOf(InterruptedIOException.class);
                assertThat(ended.flag()).isTrue();
            }
            assertThat(server.hits()).isEqualTo(1);
        }
    }

    @Test
    void ofABorrow() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setPoolName("a17");
        config.setDriverClassName(StubDriver.class.getName());
        config.setJdbcUrl("jdbc:stub://db.test/a17");
        config.setMaximumPoolSize(2);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            pool.getConnection().close();

            Ended ended = interrupted(pool::getConnection);

            assertThat(ended.late()).isLessThan(Duration.ofMillis(300));
            assertThat(ended.thrown()).isInstanceOf(SQLException.class);
            assertThat(ended.flag()).isTrue();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    /** How the waiting thread came back. */
    private record Ended(Throwable thrown, boolean flag, Duration late) {}

    private static Ended interrupted(Callable<?> call) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        AtomicLong ended = new AtomicLong();
        Thread thread = new Thread(() -> {
            try {
                call.call();
            } catch (Throwable e) {
                thrown.set(e);
            }
            ended.set(System.nanoTime());
            flag.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        Pause.of(Duration.ofMillis(200));
        assertThat(thread.getState()).isEqualTo(Thread.State.TIMED_WAITING);
        long at = System.nanoTime();
        thread.interrupt();
        thread.join(5_000);
        assertThat(thread.isAlive()).isFalse();
        return new Ended(thrown.get(), flag.get(), Duration.ofNanos(ended.get() - at));
    }
}
