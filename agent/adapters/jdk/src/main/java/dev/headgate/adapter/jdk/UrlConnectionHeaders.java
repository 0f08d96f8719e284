package dev.headgate.adapter.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.HttpURLConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads request headers of a connection. {@link HttpURLConnection#getRequestProperty} hides {@code Authorization} and
 * {@code Proxy-Authorization}, by which programs like to tell budgets apart; those are read from the two private tables that
 * the JDK's class keeps. Where these cannot be opened, what is hidden counts as absent. Reading changes nothing.
 */
final class UrlConnectionHeaders {
    /** What {@link #open} needs. */
    static final List<String> OPENS = List.of("java.base/sun.net.www.protocol.http", "java.base/sun.net.www");

    private static final String CONNECTION = "sun.net.www.protocol.http.HttpURLConnection";
    private static final String TABLE = "sun.net.www.MessageHeader";

    private final @Nullable Tables tables;

    private UrlConnectionHeaders(@Nullable Tables tables) {
        this.tables = tables;
    }

    /** Returns a reader that sees as much as this JVM lets it see. */
    static UrlConnectionHeaders open() {
        try {
            return new UrlConnectionHeaders(Tables.open());
        } catch (ReflectiveOperationException | RuntimeException notOpened) {
            return new UrlConnectionHeaders(null);
        }
    }

    /** Returns true if hidden headers are seen. */
    boolean seesAll() {
        return tables != null;
    }

    @Nullable
    String first(HttpURLConnection connection, String name) {
        String shown = connection.getRequestProperty(name);
        return shown != null || tables == null ? shown : tables.find(connection, name);
    }

    /**
     * @param requests what goes on the wire next; empty after a POST was redirected
     * @param userHeaders what the program has set; the JDK copies it into {@code requests} when it writes them
     * @param find looks up a name in a table
     */
    private record Tables(MethodHandle requests, MethodHandle userHeaders, MethodHandle find) {
        static Tables open() throws ReflectiveOperationException {
            Class<?> connection = Class.forName(CONNECTION);
            Class<?> table = Class.forName(TABLE);
            MethodHandles.Lookup own = MethodHandles.lookup();
            MethodHandles.Lookup fields = MethodHandles.privateLookupIn(connection, own);
            MethodHandles.Lookup methods = MethodHandles.privateLookupIn(table, own);
            MethodType read = MethodType.methodType(Object.class, HttpURLConnection.class);
            return new Tables(
                    fields.findGetter(connection, "requests", table).asType(read),
                    fields.findGetter(connection, "userHeaders", table).asType(read),
                    methods.findVirtual(table, "findValue", MethodType.methodType(String.class, String.class))
                            .asType(MethodType.methodType(String.class, Object.class, String.class)));
        }

        @Nullable
        String find(HttpURLConnection connection, String name) {
            try {
                String next = in((Object) requests.invokeExact(connection), name);
                return next != null ? next : in((Object) userHeaders.invokeExact(connection), name);
            } catch (Throwable unreadable) {
                return null;
            }
        }

        private @Nullable String in(@Nullable Object table, String name) throws Throwable {
            return table == null ? null : (String) find.invokeExact(table, name);
        }
    }
}
