package com.example.program;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/**
 * A JDBC driver without a database, for URLs {@code jdbc:stub:…}: it answers every call and counts it by its name. Thread-safe.
 */
public final class StubDriver implements Driver {
    private static final Map<String, AtomicInteger> COUNTS = new ConcurrentHashMap<>();

    /** Returns how often each method of the driver's objects was called so far, as {@code Connection.close}. */
    public static Map<String, Integer> counts() {
        Map<String, Integer> all = new TreeMap<>();
        COUNTS.forEach((name, count) -> all.put(name, count.get()));
        return all;
    }

    /** Returns how often one method was called so far. */
    public static int count(String name) {
        return counts().getOrDefault(name, 0);
    }

    public static void reset() {
        COUNTS.clear();
    }

    @Override
    public Connection connect(String url, Properties info) {
        if (!acceptsURL(url)) {
            return null;
        }
        counted("Driver.connect");
        return stub(Connection.class, null);
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith("jdbc:stub:");
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

    private static <T> T stub(Class<T> type, Object parent) {
        return type.cast(Proxy.newProxyInstance(
                StubDriver.class.getClassLoader(), new Class<?>[] {type}, new Stub(type.getSimpleName(), parent)));
    }

    private static void counted(String name) {
        COUNTS.computeIfAbsent(name, any -> new AtomicInteger()).incrementAndGet();
    }

    private static final class Stub implements InvocationHandler {
        private final String type;
        private final Object parent;
        private volatile boolean closed;
        private volatile boolean autoCommit = true;
        private volatile boolean onRow = true;

        Stub(String type, Object parent) {
            this.type = type;
            this.parent = parent;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] args) {
            String name = method.getName();
            if (method.getDeclaringClass() == Object.class) {
                return switch (name) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == args[0];
                    default -> "stub " + type;
                };
            }
            counted(type + "." + name);
            return switch (name) {
                case "close", "abort" -> {
                    closed = true;
                    yield null;
                }
                case "isClosed" -> closed;
                case "isValid" -> !closed;
                case "getAutoCommit" -> autoCommit;
                case "setAutoCommit" -> {
                    autoCommit = (Boolean) args[0];
                    yield null;
                }
                case "next" -> {
                    boolean first = onRow;
                    onRow = false;
                    yield first;
                }
                case "getConnection", "getStatement" -> parent;
                default -> byReturnType(self, method.getReturnType());
            };
        }

        private static Object byReturnType(Object self, Class<?> wanted) {
            if (wanted == boolean.class) {
                return false;
            }
            if (wanted == int.class) {
                return 1;
            }
            if (wanted == long.class) {
                return 1L;
            }
            if (wanted == String.class) {
                return "stub";
            }
            boolean ofTheDriver = wanted == Statement.class
                    || wanted == PreparedStatement.class
                    || wanted == CallableStatement.class
                    || wanted == ResultSet.class
                    || wanted == java.sql.DatabaseMetaData.class;
            return ofTheDriver ? stub(wanted, self) : null;
        }
    }
}
