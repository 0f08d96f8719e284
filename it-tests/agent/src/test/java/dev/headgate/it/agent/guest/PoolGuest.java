package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.api.RateLimited;
import dev.headgate.it.support.guest.Guest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A06 a data source of data sources")
@Guest(rules = """
        a06: {match: {jdbc: ["pool:a06"]}, limits: [{fixed-window: 3/1d}], wait: 0}
        a06-url: {match: {jdbc: ["jdbc:h2:mem:a06url"]}, limits: [{fixed-window: 1/1d}], wait: 0}
        """)
class PoolGuest {
    @Test
    @DisplayName("is charged once for each borrow, and never for filling the pool")
    void aChainIsChargedOnce() throws Exception {
        try (HikariDataSource pool = new HikariDataSource(config("a06", "jdbc:h2:mem:a06"))) {
            DataSource chain = delegating(() -> delegating(() -> pool));
            await().atMost(Duration.ofSeconds(2))
                    .until(() -> pool.getHikariPoolMXBean().getIdleConnections() == 3);

            for (int i = 0; i < 3; i++) {
                try (Connection connection = chain.getConnection()) {
                    assertThat(connection.createStatement().execute("SELECT 1")).isTrue();
                }
            }
            Timed fourth = Timed.of(chain::getConnection);

            assertThat(fourth.thrown()).isInstanceOf(SQLTransientConnectionException.class);
            assertThat(((SQLException) fourth.thrown()).getSQLState()).isEqualTo("RL001");
            assertThat(((SQLException) fourth.thrown()).getErrorCode()).isZero();
            RateLimited limited = RateLimited.find(fourth.thrown()).orElseThrow();
            assertThat(limited.downstream()).isEqualTo("a06");
            assertThat(limited.retryAfter()).isBetween(Duration.ofMillis(1), Duration.ofDays(1));
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    @DisplayName("is found by the pool's URL")
    void aPoolIsFoundByItsUrl() throws Exception {
        try (HikariDataSource pool = new HikariDataSource(config("any name", "jdbc:h2:mem:a06url;DB_CLOSE_DELAY=-1"))) {
            pool.getConnection().close();

            assertThat(Timed.of(pool::getConnection).thrown()).isInstanceOf(SQLTransientConnectionException.class);
        }
    }

    private static HikariConfig config(String name, String url) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(url);
        config.setMinimumIdle(3);
        config.setMaximumPoolSize(3);
        return config;
    }

    // As lazy and routing data sources are: a proxy that finds its target with each call.
    private static DataSource delegating(Supplier<DataSource> target) {
        return (DataSource) Proxy.newProxyInstance(
                PoolGuest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, args) -> {
                    try {
                        return method.invoke(target.get(), args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
