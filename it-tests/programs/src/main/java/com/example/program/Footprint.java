package com.example.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Prints what must be the same with and without an agent: what a JDBC driver sees, how uploads go, and what the JDK's classes
 * look like. Argument: an {@code https} URL.
 */
public final class Footprint {
    private static final List<String> JDK_CLASSES = List.of(
            "sun.net.www.protocol.http.HttpURLConnection",
            "sun.net.www.protocol.https.HttpsURLConnectionImpl",
            "sun.net.www.http.HttpClient",
            "jdk.internal.net.http.HttpClientImpl",
            "jdk.internal.net.http.HttpClientFacade",
            "jdk.internal.net.http.MultiExchange",
            "jdk.internal.net.http.Exchange");

    private Footprint() {}

    public static void main(String[] args) throws Exception {
        Calls.make("huc", args[0], "jdk", args[0], "jdk-async", args[0]);
        borrows();
        for (String kind : List.of("plain", "fixed", "chunked")) {
            upload("POST", kind, args[0] + kind);
        }
        upload("PUT", "plain", args[0] + "put");
        for (String name : JDK_CLASSES) {
            Print.fact("shape", "type", name, "members", members(Class.forName(name)));
        }
        System.exit(0); // the clients' own threads live on
    }

    private static void borrows() throws SQLException {
        // Else the pool looks after a connection that was idle for half a second, on a slow machine only.
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "60000");
        HikariConfig config = new HikariConfig();
        config.setPoolName("footprint");
        config.setDriverClassName(StubDriver.class.getName());
        config.setJdbcUrl("jdbc:stub://db.test/footprint");
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (int i = 0; i < 10; i++) {
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("SELECT 1");
                }
            }
            // Closing goes on elsewhere when the pool has been closed.
            Print.fact("driver", "statements", StubDriver.count("Statement.execute"), "all", StubDriver.counts());
        }
    }

    private static void upload(String method, String kind, String url) throws Exception {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setDoOutput(true);
        connection.setRequestProperty("X-Kind", kind);
        if (kind.equals("fixed")) {
            connection.setFixedLengthStreamingMode(3);
        } else if (kind.equals("chunked")) {
            connection.setChunkedStreamingMode(0);
        }
        try (OutputStream body = connection.getOutputStream()) {
            body.write("a".getBytes(StandardCharsets.US_ASCII));
            new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
            body.write("bc".getBytes(StandardCharsets.US_ASCII));
        }
        Print.fact("upload", "kind", kind, "method", method, "status", connection.getResponseCode());
    }

    private static TreeSet<String> members(Class<?> type) {
        TreeSet<String> members = new TreeSet<>();
        for (Class<?> also : type.getInterfaces()) {
            members.add("interface " + also.getName());
        }
        for (Field field : type.getDeclaredFields()) {
            members.add("field " + field);
        }
        for (Method method : type.getDeclaredMethods()) {
            members.add("method " + method);
        }
        return members;
    }
}
