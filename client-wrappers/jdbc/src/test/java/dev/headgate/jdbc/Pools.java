package dev.headgate.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.config.Headgate;
import dev.headgate.throttle.Tally;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Pools and data sources for tests. */
final class Pools {
    private Pools() {}

    static HikariDataSource h2(String name, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:" + name);
        config.setPoolName(name);
        config.setMinimumIdle(size);
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    static HikariDataSource counting(String url) {
        HikariConfig config = new HikariConfig();
        config.setDriverClassName(CountingDriver.class.getName());
        config.setJdbcUrl(url);
        config.setPoolName("counting");
        // A second connection would be made in the background, at any time.
        config.setMaximumPoolSize(1);
        return new HikariDataSource(config);
    }

    static Headgate rules(String downstreams) {
        return Headgate.parse("downstreams:\n" + downstreams.indent(2), "test.yml");
    }

    static Tally tally(Headgate headgate) {
        return headgate.stats().get(0);
    }

    static void borrow(DataSource source) throws SQLException {
        source.getConnection().close();
    }

    /** A data source that asks another one, found anew each time: a router, or a proxy that is made before its target. */
    static class Delegating implements DataSource {
        private final Supplier<DataSource> target;

        Delegating(Supplier<DataSource> target) {
            this.target = target;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return target.get().getConnection();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return target.get().getConnection(user, password);
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger("test");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) throws SQLException {
            return type.isInstance(this) || target.get().isWrapperFor(type);
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            return type.isInstance(this) ? type.cast(this) : target.get().unwrap(type);
        }
    }
}
