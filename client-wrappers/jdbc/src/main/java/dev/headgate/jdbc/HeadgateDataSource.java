package dev.headgate.jdbc;

import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.match.JdbcTarget;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose borrows are held to the rules. Each {@code getConnection} takes one slot, waits for it before it asks the
 * pool, and returns the pool's own connection. A refused borrow throws {@link RateLimitedSqlException}; an interrupt ends the
 * wait with an {@code SQLException}, the flag set. A wait that does not fit into the pool's own timeout (HikariCP's
 * {@code connectionTimeout}, else the login timeout) is refused at once; the pool's timeout begins after it.
 *
 * <p>A thread that holds a connection never waits for another: that borrow goes and later ones pay. Wrapped data sources that
 * delegate to each other charge once, unless one of them borrows later than it was asked (a lazy proxy): wrap only one of
 * those. Nothing is sent to the database. What the agent charges passes uncharged. Thread-safe.
 */
public final class HeadgateDataSource implements DataSource, Closeable {
    private final DataSource target;
    private final BorrowGate gate;

    private HeadgateDataSource(DataSource target, Downstreams downstreams, @Nullable JdbcTarget where) {
        this.target = target;
        this.gate = new BorrowGate(new Pool(target, where), downstreams);
    }

    /**
     * Wraps a HikariCP pool, or a data source that delegates to one: where it connects is read from the pool's settings. One that
     * was wrapped for the same {@code downstreams} is returned as it is.
     *
     * @throws IllegalArgumentException if there is no such pool below: say where it connects, in one of the other forms
     */
    public static HeadgateDataSource wrap(DataSource target, Downstreams downstreams) {
        return isWrapped(target, downstreams)
                ? (HeadgateDataSource) target
                : new HeadgateDataSource(target, downstreams, null);
    }

    /**
     * Wraps any data source.
     *
     * @param poolName as in {@code jdbc: ["pool:orders"]}, without {@code pool:}
     */
    public static HeadgateDataSource wrap(DataSource target, Downstreams downstreams, String poolName) {
        return wrap(target, downstreams, new JdbcTarget(null, poolName, null));
    }

    /** Wraps any data source. One that was wrapped for the same {@code downstreams} goes by {@code where} from now on. */
    public static HeadgateDataSource wrap(DataSource target, Downstreams downstreams, JdbcTarget where) {
        DataSource inner = isWrapped(target, downstreams) ? ((HeadgateDataSource) target).target : target;
        return new HeadgateDataSource(inner, downstreams, where);
    }

    private static boolean isWrapped(DataSource source, Downstreams downstreams) {
        return source instanceof HeadgateDataSource && ((HeadgateDataSource) source).gate.serves(downstreams);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return gate.pass(null, target::getConnection);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return gate.pass(username, () -> target.getConnection(username, password));
    }

    /** Returns the data source's own builder; what it builds is charged as a borrow. */
    @Override
    public ConnectionBuilder createConnectionBuilder() throws SQLException {
        return new GatedConnectionBuilder(target.createConnectionBuilder(), gate);
    }

    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
        return target.createShardingKeyBuilder();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || type.isInstance(target) || target.isWrapperFor(type);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        return type.isInstance(target) ? type.cast(target) : target.unwrap(type);
    }

    /** Closes the data source, or the closeable one that it delegates to; does nothing where there is none. */
    @Override
    public void close() throws IOException {
        try {
            AutoCloseable closeable = closeable();
            if (closeable != null) {
                closeable.close();
            }
        } catch (IOException | RuntimeException failed) {
            throw failed;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "Interrupted while closing " + target.getClass().getName(), interrupted);
        } catch (Exception failed) {
            throw new IOException("Closing " + target.getClass().getName() + " failed: " + failed.getMessage(), failed);
        }
    }

    private @Nullable AutoCloseable closeable() throws SQLException {
        if (target instanceof AutoCloseable) {
            return (AutoCloseable) target;
        }
        return target.isWrapperFor(AutoCloseable.class) ? target.unwrap(AutoCloseable.class) : null;
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return target.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        target.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        target.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return target.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return target.getParentLogger();
    }

    @Override
    public String toString() {
        return "HeadgateDataSource(" + target.getClass().getName() + ")";
    }
}
