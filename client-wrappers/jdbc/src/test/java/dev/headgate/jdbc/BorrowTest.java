package dev.headgate.jdbc;

import static dev.headgate.jdbc.Pools.borrow;
import static dev.headgate.jdbc.Pools.rules;
import static dev.headgate.jdbc.Pools.tally;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimited.Reason;
import dev.headgate.config.Headgate;
import dev.headgate.throttle.match.JdbcTarget;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a borrow costs, how it waits and how it is refused. */
class BorrowTest {
    @Test
    @DisplayName("A06 data sources that delegate to each other charge once, and filling the pool costs nothing")
    void delegatingDataSourcesChargeOnce() throws SQLException {
        try (Headgate headgate =
                        rules("db.test: {match: {jdbc: [\"pool:a06\"]}, limits: [{fixed-window: 3/60s}], wait: 0}");
                HikariDataSource pool = Pools.h2("a06", 3)) {
            DataSource inner = HeadgateDataSource.wrap(pool, headgate);
            DataSource routing = new Pools.Delegating(() -> inner);
            DataSource outer = HeadgateDataSource.wrap(new Pools.Delegating(() -> routing), headgate);
            await().atMost(Duration.ofSeconds(2))
                    .until(() -> pool.getHikariPoolMXBean().getIdleConnections() == 3);
            assertThat(tally(headgate).offered()).isZero();

            for (int i = 1; i <= 3; i++) {
                try (Connection connection = outer.getConnection();
                        Statement statement = connection.createStatement()) {
                    assertThat(statement.executeQuery("SELECT 1").next()).isTrue();
                }
                assertThat(tally(headgate).admitted()).isEqualTo(i);
            }

            assertThatThrownBy(() -> borrow(outer)).isInstanceOf(SQLTransientException.class);
        }
    }

    @Test
    @DisplayName("A44 the driver sees exactly the calls that it sees without us")
    void nothingIsSentToTheDatabase() throws SQLException {
        String url = "jdbc:counting://db.test/orders";
        Map<String, Integer> bare;
        try (HikariDataSource pool = Pools.counting(url)) {
            bare = callsOfTenBorrows(pool);
        }
        try (Headgate headgate = rules("\"jdbc:counting://db.test/orders\": 100/s");
                HikariDataSource pool = Pools.counting(url)) {
            assertThat(callsOfTenBorrows(HeadgateDataSource.wrap(pool, headgate)))
                    .isEqualTo(bare);
            assertThat(tally(headgate).admitted()).isEqualTo(11);
        }
        assertThat(bare).containsEntry("Statement.execute", 10).doesNotContainKey("Connection.getMetaData");
    }

    private static Map<String, Integer> callsOfTenBorrows(DataSource source) throws SQLException {
        borrow(source);
        CountingDriver.reset();
        for (int i = 0; i < 10; i++) {
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
        }
        Map<String, Integer> calls = CountingDriver.calls();
        // The pool tests a connection that was idle for half a second, which a slow machine may reach.
        calls.keySet().removeIf(call -> call.contains("isValid") || call.contains("NetworkTimeout"));
        calls.remove("Driver.connect");
        return calls;
    }

    @Test
    void aRefusedBorrowIsATransientConnectionExceptionThatPoolsDoNotTakeForABrokenConnection() throws SQLException {
        try (Headgate headgate = rules("orders: {match: {jdbc: [\"pool:refused\"]}, limits: [1/h], wait: 0}");
                HikariDataSource pool = Pools.h2("refused", 1)) {
            DataSource source = HeadgateDataSource.wrap(pool, headgate);
            borrow(source);

            assertThatThrownBy(() -> borrow(source))
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .isInstanceOfSatisfying(RateLimitedSqlException.class, rejected -> {
                        assertThat(rejected.getSQLState()).isEqualTo("RL001");
                        assertThat(rejected.getErrorCode()).isZero();
                        assertThat(rejected.downstream()).isEqualTo("orders");
                        assertThat(rejected.reason()).isEqualTo(Reason.LIMIT);
                        assertThat(rejected.retryAfter()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
                        assertThat(RateLimited.find(new RuntimeException(rejected)))
                                .containsSame(rejected);
                    });
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    void aBorrowWaitsForItsSlotAndHoldsNoConnectionMeanwhile() throws Exception {
        try (Headgate headgate = rules("orders: {match: {jdbc: [\"pool:waits\"]}, limits: [1/800ms], wait: 5s}");
                HikariDataSource pool = Pools.h2("waits", 1)) {
            DataSource source = HeadgateDataSource.wrap(pool, headgate);
            assertThat(headgate.downstream("orders").tryAcquire()).isTrue();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = new Thread(() -> {
                try {
                    borrow(source);
                } catch (SQLException e) {
                    thrown.set(e);
                }
            });
            thread.start();
            awaitWaiting(headgate);

            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            thread.join(5_000);
            assertThat(thrown).hasNullValue();
            assertThat(tally(headgate).held()).isEqualTo(1);
        }
    }

    @Test
    void aWaitLongerThanThePoolsTimeoutIsRefusedAtOnce() throws SQLException {
        try (Headgate headgate = rules("orders: {match: {jdbc: [\"pool:impatient\"]}, limits: [1/h], wait: 2h}");
                HikariDataSource pool = Pools.h2("impatient", 1)) {
            pool.setConnectionTimeout(1_000);
            DataSource source = HeadgateDataSource.wrap(pool, headgate);
            borrow(source);

            assertThatThrownBy(() -> borrow(source))
                    .isInstanceOfSatisfying(
                            RateLimitedSqlException.class,
                            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.DEADLINE));
        }
    }

    @Test
    void aThreadThatHoldsAConnectionOwesTheNextOneAndDoesNotWait() throws SQLException {
        try (Headgate headgate = rules("orders: {match: {jdbc: [\"pool:nested\"]}, limits: [1/h], wait: 0}");
                HikariDataSource pool = Pools.h2("nested", 2)) {
            DataSource source = HeadgateDataSource.wrap(pool, headgate);
            try (Connection outer = source.getConnection();
                    Connection nested = source.getConnection()) {
                assertThat(outer.isClosed() || nested.isClosed()).isFalse();
                assertThat(tally(headgate).owed()).isEqualTo(1);
            }

            assertThatThrownBy(() -> borrow(source)).isInstanceOf(RateLimitedSqlException.class);
        }
    }

    @Test
    @DisplayName("A17 an interrupt ends the wait and the thread keeps its flag")
    void interruptEndsTheWaitAndKeepsTheFlag() throws Exception {
        try (Headgate headgate = rules("orders: {match: {jdbc: [\"pool:interrupted\"]}, limits: [1/1m], wait: 1m}");
                HikariDataSource pool = Pools.h2("interrupted", 1)) {
            pool.setConnectionTimeout(120_000);
            DataSource source = HeadgateDataSource.wrap(pool, headgate);
            borrow(source);
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            AtomicBoolean flag = new AtomicBoolean();
            Thread thread = new Thread(() -> {
                try {
                    borrow(source);
                } catch (SQLException e) {
                    thrown.set(e);
                }
                flag.set(Thread.currentThread().isInterrupted());
            });
            thread.start();
            awaitWaiting(headgate);

            thread.interrupt();
            thread.join(5_000);

            assertThat(thrown.get())
                    .isExactlyInstanceOf(SQLException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
            assertThat(flag).isTrue();
            assertThat(tally(headgate).cancelled()).isEqualTo(1);
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    void anotherUserHasABudgetOfItsOwn() throws SQLException {
        try (Headgate headgate =
                rules("orders: {match: {jdbc: [\"pool:users\"]}, key: [user], limits: [1/h], wait: 0}")) {
            DataSource source = HeadgateDataSource.wrap(
                    new Pools.Delegating(() -> noDatabase()), headgate, new JdbcTarget(null, "users", "app"));

            assertThatThrownBy(source::getConnection).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> source.getConnection("batch", ""))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> source.getConnection("app", "")).isInstanceOf(RateLimitedSqlException.class);
            assertThatThrownBy(() -> source.getConnection("batch", "")).isInstanceOf(RateLimitedSqlException.class);
        }
    }

    private static DataSource noDatabase() {
        throw new UnsupportedOperationException("there is no database");
    }

    private static void awaitWaiting(Headgate headgate) {
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> tally(headgate).waiting() == 1);
    }
}
