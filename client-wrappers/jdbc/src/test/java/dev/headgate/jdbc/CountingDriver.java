package dev.headgate.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A driver that does nothing and counts every call that reaches it, of connections and statements too. */
public final class CountingDriver implements Driver {
    private static final ConcurrentMap<String, Integer> CALLS = new ConcurrentHashMap<>();

    static void reset() {
        CALLS.clear();
    }

    /** Returns the calls since the last {@link #reset}, each with its number. */
    static Map<String, Integer> calls() {
        return new TreeMap<>(CALLS);
    }

    @Override
    public Connection connect(String url, Properties info) {
        count("Driver.connect");
        return stub(Connection.class);
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith("jdbc:counting:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    private static void count(String call) {
        CALLS.merge(call, 1, Integer::sum);
    }

    private static <T> T stub(Class<T> type) {
        InvocationHandler handler = (self, method, arguments) -> {
            switch (method.getName()) {
                case "hashCode":
                    return System.identityHashCode(self);
                case "equals":
                    return self == arguments[0];
                case "toString":
                    return type.getSimpleName();
                default:
                    count(type.getSimpleName() + "." + method.getName());
                    return answer(method.getReturnType(), method.getName());
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object answer(Class<?> type, String method) {
        if (type == Statement.class) {
            return stub(Statement.class);
        }
        if (type == boolean.class) {
            return method.equals("isValid") || method.equals("getAutoCommit");
        }
        return type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : null;
    }
}
