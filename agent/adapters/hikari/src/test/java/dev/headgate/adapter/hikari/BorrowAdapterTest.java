package dev.headgate.adapter.hikari;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.headgate.api.RateLimited.Reason;
import dev.headgate.boot.Answer;
import dev.headgate.config.Headgate;
import dev.headgate.jdbc.RateLimitedSqlException;
import dev.headgate.spi.AdapterContext;
import dev.headgate.spi.Site;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.Tally;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The seam called by hand, with a real pool. */
class BorrowAdapterTest {
    private final HikariDataSource source = h2();
    private final HikariPool pool = (HikariPool) source.getHikariPoolMXBean();
    private @Nullable Headgate headgate;

    @AfterEach
    void close() {
        source.close();
        if (headgate != null) {
            headgate.close();
        }
    }

    private static HikariDataSource h2() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:adapter");
        config.setPoolName("adapter");
        config.setMaximumPoolSize(2);
        return new HikariDataSource(config);
    }

    private BorrowAdapter adapter(String limit, String wait) {
        headgate = Headgate.parse(
                "downstreams: {orders: {match: {jdbc: [\"jdbc:h2:mem:adapter\"]}, limits: [" + limit + "], wait: "
                        + wait + "}}",
                "test.yml");
        return new BorrowAdapter(new Context(headgate));
    }

    private Tally tally() {
        return headgate.stats().get(0);
    }

    private static Object read(Answer answer, String what) throws ReflectiveOperationException {
        Method method = Class.forName("dev.headgate.boot.Gate").getMethod(what, Object.class);
        return method.invoke(null, answer);
    }

    @Test
    void aBorrowThatGoesAtOnceLeavesTheTimeoutAsItIs() {
        assertThat(adapter("5/h", "0").enter(pool, 30_000L)).isNull();
        assertThat(tally().admitted()).isEqualTo(1);
    }

    @Test
    void thePoolGetsWhatTheWaitLeftOfTheTimeout() throws ReflectiveOperationException {
        BorrowAdapter adapter = adapter("1/500ms", "10s");
        adapter.enter(pool, 30_000L);

        Answer answer = adapter.enter(pool, 30_000L);

        assertThat(read(answer, "skips")).isEqualTo(false);
        assertThat((Long) read(answer, "value")).isBetween(20_000L, 29_999L);
    }

    @Test
    void aWaitThatDoesNotFitIntoTheTimeoutIsRefusedAtOnce() throws ReflectiveOperationException {
        BorrowAdapter adapter = adapter("1/1m", "2m");
        adapter.enter(pool, 1_000L);

        assertThat(read(adapter.enter(pool, 1_000L), "thrown"))
                .isInstanceOfSatisfying(RateLimitedSqlException.class, rejected -> {
                    assertThat(rejected.reason()).isEqualTo(Reason.DEADLINE);
                    assertThat(rejected.getSQLState()).isEqualTo("RL001");
                });
    }

    @Test
    void aThreadThatHoldsAConnectionOwesTheNextOne() throws SQLException {
        BorrowAdapter adapter = adapter("1/h", "0");
        assertThat(adapter.enter(pool, 1_000L)).isNull();
        try (Connection open = source.getConnection()) {
            adapter.exit(pool, 1_000L, open, null);

            assertThat(adapter.enter(pool, 1_000L)).isNull();
            assertThat(tally().owed()).isEqualTo(1);
        }

        assertThat(adapter.enter(pool, 1_000L)).isNotNull();
        assertThat(tally().rejected()).isEqualTo(1);
    }

    @Test
    void interruptEndsTheWaitAndKeepsTheFlag() throws Exception {
        BorrowAdapter adapter = adapter("1/1m", "2m");
        adapter.enter(pool, 30_000L);
        AtomicReference<Answer> answer = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            answer.set(adapter.enter(pool, 120_000L));
            flag.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        await().atMost(Duration.ofSeconds(5)).until(() -> tally().waiting() == 1);

        thread.interrupt();
        thread.join(5_000);

        assertThat(read(answer.get(), "thrown")).isExactlyInstanceOf(SQLException.class);
        assertThat(flag).isTrue();
    }

    @Test
    void theSeamIsThere() throws ReflectiveOperationException {
        Site site = new HikariSites().all().get(0);

        assertThat(Class.forName(site.type())
                        .getMethod(site.method(), long.class)
                        .getReturnType())
                .isEqualTo(Connection.class);
        assertThat(Class.forName(site.adapter()).getConstructor(AdapterContext.class))
                .isNotNull();
    }

    private record Context(Headgate headgate, Map<String, PerCall<?>> tables) implements AdapterContext {
        Context(Headgate headgate) {
            this(headgate, new ConcurrentHashMap<>());
        }

        @Override
        public Downstreams downstreams() {
            return headgate;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <V> PerCall<V> shared(String name) {
            return (PerCall<V>) tables.computeIfAbsent(name, each -> new PerCall<>());
        }
    }
}
