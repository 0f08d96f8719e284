package dev.headgate.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.throttle.match.JdbcTarget;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads from HikariCP's own settings where a pool connects, without a connection. The only class that names HikariCP: it is not
 * touched where that is not on the class path. Pure functions. For this library and the agent.
 */
public final class HikariTargets {
    private HikariTargets() {}

    /** Returns the pool that {@code source} is or delegates to, or null if there is none or HikariCP is not there. */
    static @Nullable DataSource find(DataSource source) {
        try {
            if (source instanceof HikariDataSource) {
                return source;
            }
            return source.isWrapperFor(HikariDataSource.class) ? source.unwrap(HikariDataSource.class) : null;
        } catch (SQLException | RuntimeException | LinkageError notHikari) {
            return null;
        }
    }

    /** Returns where a pool that {@link #find} gave connects, as it is configured now. */
    static JdbcTarget target(DataSource pool) {
        return of((HikariDataSource) pool);
    }

    /** Returns how long a borrow may wait for a connection, in milliseconds. */
    static long connectionTimeoutMillis(DataSource pool) {
        return ((HikariDataSource) pool).getConnectionTimeout();
    }

    /** Returns where a pool with these settings connects. */
    public static JdbcTarget of(HikariConfig config) {
        String url = config.getJdbcUrl();
        return new JdbcTarget(
                url == null ? urlOf(config) : url,
                config.getPoolName(),
                config.getUsername() == null ? property(config, "user") : config.getUsername());
    }

    private static @Nullable String urlOf(HikariConfig config) {
        String url = property(config, "url");
        if (url != null) {
            return url;
        }
        String host = property(config, "serverName");
        String scheme = scheme(config.getDataSourceClassName());
        if (host == null || scheme == null) {
            return null;
        }
        String port = property(config, "portNumber");
        if (port == null) {
            port = property(config, "port");
        }
        String database = property(config, "databaseName");
        String authority = "jdbc:" + scheme + "://" + host + (port == null ? "" : ":" + port);
        if (database == null) {
            return authority;
        }
        return authority + (scheme.equals("sqlserver") ? ";databaseName=" : "/") + database;
    }

    private static @Nullable String scheme(@Nullable String dataSourceClass) {
        String name = dataSourceClass == null ? "" : dataSourceClass.toLowerCase(Locale.ROOT);
        for (String scheme : new String[] {"postgresql", "mariadb", "mysql", "sqlserver"}) {
            if (name.contains(scheme)) {
                return scheme;
            }
        }
        return null;
    }

    /** The properties of data sources are spelled in several ways ({@code url}, {@code URL}), and may be numbers. */
    private static @Nullable String property(HikariConfig config, String name) {
        for (Map.Entry<Object, Object> each : config.getDataSourceProperties().entrySet()) {
            if (name.equalsIgnoreCase(String.valueOf(each.getKey()))) {
                return String.valueOf(each.getValue());
            }
        }
        return null;
    }
}
