package dev.headgate.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.program.StubDriver;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.api.RateLimited;
import dev.headgate.it.support.Elapsed;
import dev.headgate.it.support.Pause;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What a throttled pool must do. A subclass is a {@link dev.headgate.it.support.guest.Guest} with {@link #RULES}. */
public abstract class ThrottledPoolContract {
    /** Rules for the pools, by their names. */
    public static final String RULES = """
            pool-allow: {match: {jdbc: ["pool:c.allow"]}, limits: [{fixed-window: 3/1d}], wait: 0}
            pool-wait: {match: {jdbc: ["pool:c.wait"]}, limits: [{token-bucket: 1/500ms}], wait: 5s}
            pool-deadline: {match: {jdbc: ["pool:c.deadline"]}, limits: [{token-bucket: 1/10s}], wait: 60s}
            pool-interrupt: {match: {jdbc: ["pool:c.interrupt"]}, limits: [{token-bucket: 1/5s}], wait: 10s}
            pool-nested: {match: {jdbc: ["pool:c.nested"]}, limits: [{token-bucket: 1/3s}], wait: 20s}
            pool-empty: {match: {jdbc: ["pool:c.empty"]}, limits: [1000/s], wait: 0, backoff: {}}
            pool-busy: {match: {jdbc: ["pool:c.busy"]}, limits: [{token-bucket: 1/1h}], wait: 100h}
            """;

    /** Returns what the program borrows from. */
    protected abstract DataSource throttled(HikariDataSource pool);

    @Test
    void whatTheLimitAllowsGoesAndWhatItDoesNotIsRejectedNatively() throws Exception {
        try (HikariDataSource pool = pool("c.allow", 30_000)) {
            DataSource source = throttled(pool);
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> pool.getHikariPoolMXBean().getIdleConnections() == 4);
            for (int i = 0; i < 3; i++) {
                source.getConnection().close();
            }
            SQLException thrown = failure(source);

            assertThat((Throwable) thrown).isInstanceOf(SQLTransientConnectionException.class);
            assertThat(thrown.getSQLState()).isEqualTo("RL001");
            assertThat(thrown.getErrorCode()).isZero();
            RateLimited limited = RateLimited.find(thrown).orElseThrow();
            assertThat(limited.downstream()).isEqualTo("pool-allow");
            assertThat(limited.retryAfter()).isBetween(Duration.ofMillis(1), Duration.ofDays(1));
            assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(4);
        }
    }

    @Test
    void aBorrowIsHeldUntilItsSlot() throws Exception {
        try (HikariDataSource pool = pool("c.wait", 30_000)) {
            DataSource source = throttled(pool);
            long begun = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                source.getConnection().close();
            }

            // Slots are half a second apart, the first not before the first borrow.
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(1_000), Duration.ofMillis(1_900));
        }
    }

    @Test
    void aWaitNeverOutlivesTheConnectionTimeout() throws Exception {
        try (HikariDataSource pool = pool("c.deadline", 1_000)) {
            DataSource source = throttled(pool);
            source.getConnection().close();
            Duration took = Elapsed.atBest(() -> {
                SQLException thrown = failure(source);
                assertThat(RateLimited.find(thrown).orElseThrow().reason()).isEqualTo(RateLimited.Reason.DEADLINE);
            });
            assertThat(took).isLessThan(Duration.ofMillis(100));
        }
    }

    @Test
    void interruptEndsTheWaitAndKeepsTheFlag() throws Exception {
        try (HikariDataSource pool = pool("c.interrupt", 30_000)) {
            DataSource source = throttled(pool);
            source.getConnection().close();
            BlockingStart held = new BlockingStart(
                    () -> {
                        source.getConnection().close();
                        return 0;
                    },
                    () -> {});
            Pause.of(Duration.ofMillis(200));
            long interrupted = System.nanoTime();
            held.caller().interrupt();
            held.caller().join(5_000);

            assertThat(Duration.ofNanos(System.nanoTime() - interrupted)).isLessThan(Duration.ofMillis(250));
            assertThat(held.result())
                    .failsWithin(1, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOf(SQLException.class);
            assertThat(held.flagAfter()).isTrue();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    void aNestedBorrowIsNotParked() throws Exception {
        try (HikariDataSource pool = pool("c.nested", 30_000)) {
            DataSource source = throttled(pool);
            long started = System.nanoTime();
            try (Connection outer = source.getConnection();
                    Connection inner = source.getConnection()) {
                assertThat(outer).isNotSameAs(inner);
                assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofMillis(1_500));
            }
            // The debt is paid by the next borrow that may wait: two periods after the first.
            source.getConnection().close();
            assertThat(Duration.ofNanos(System.nanoTime() - started))
                    .isBetween(Duration.ofSeconds(6), Duration.ofMillis(8_500));
        }
    }

    @Test
    void aPoolThatHasNothingLeftSlowsItsRuleDown() throws Exception {
        try (HikariDataSource pool = pool("c.empty", 250)) {
            DataSource source = throttled(pool);
            List<Connection> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(source.getConnection());
            }

            // On threads that hold no connection: those that hold one are never kept from the next.
            FeedbackContract.assertSlowedDown(() -> new BlockingStart(
                    () -> {
                        source.getConnection().close();
                        return 0;
                    },
                    () -> {}));
            for (Connection each : all) {
                each.close();
            }
        }
    }

    @Test
    void aThrottledPoolDoesNotDelayAnotherOne() throws Exception {
        try (HikariDataSource busy = pool("c.busy", 0);
                HikariDataSource free = pool("c.free", 30_000)) {
            DataSource throttled = throttled(busy);
            throttled.getConnection().close();
            BlockingStart held = new BlockingStart(
                    () -> {
                        throttled.getConnection().close();
                        return 0;
                    },
                    () -> {});
            Pause.of(Duration.ofMillis(200));
            long started = System.nanoTime();
            throttled(free).getConnection().close();

            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofMillis(200));
            assertThat(held.result()).isNotDone();
            assertThat(busy.getHikariPoolMXBean().getActiveConnections()).isZero();
            held.caller().interrupt();
        }
    }

    private static HikariDataSource pool(String name, long connectionTimeoutMillis) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDriverClassName(StubDriver.class.getName());
        config.setJdbcUrl("jdbc:stub://db.test/" + name);
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(4);
        config.setConnectionTimeout(connectionTimeoutMillis); // 0 waits for ever
        return new HikariDataSource(config);
    }

    private static SQLException failure(DataSource source) {
        try {
            source.getConnection().close();
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("The borrow was let go");
    }
}
