package dev.headgate.examples.programmatic;

import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.api.RateLimited;
import dev.headgate.config.Headgate;
import dev.headgate.jdbc.HeadgateDataSource;
import dev.headgate.okhttp.HeadgateOkHttp;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Wraps an OkHttp client and a pool, makes a few calls more than the limits allow, and shows what becomes of them. */
public final class Orders {
    private final PrintStream out;

    Orders(PrintStream out) {
        this.out = out;
    }

    /** Runs the example. */
    public static void main(String[] args) throws Exception {
        new Orders(System.out).run();
    }

    void run() throws IOException, SQLException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl("jdbc:h2:mem:orders");
        try (Headgate headgate = Headgate.builder()
                        .downstream(
                                "charges",
                                rule -> rule.hosts("localhost").limit("5/s").wait(Duration.ofSeconds(1)))
                        .downstream(
                                "jdbc:h2:mem:orders", rule -> rule.limit("3/m").wait(Duration.ZERO))
                        .build();
                HikariDataSource database = new HikariDataSource(pool)) {
            charge(
                    HeadgateOkHttp.wrap(new OkHttpClient(), headgate),
                    "http://localhost:" + server.getAddress().getPort() + "/charges");
            query(HeadgateDataSource.wrap(database, headgate));
            headgate.stats().forEach(out::println);
        } finally {
            server.stop(0);
        }
    }

    /** Five calls go at once, each of the others as soon as the fifth before it is a second old: none waits for longer. */
    private void charge(OkHttpClient http, String url) throws IOException {
        for (int call = 1; call <= 8; call++) {
            long before = System.nanoTime();
            try (Response response =
                    http.newCall(new Request.Builder().url(url).build()).execute()) {
                out.printf(
                        "charge %d: %d after %d ms%n",
                        call,
                        response.code(),
                        Duration.ofNanos(System.nanoTime() - before).toMillis());
            } catch (IOException e) {
                RateLimited limited = RateLimited.find(e).orElseThrow(() -> e);
                out.printf(
                        "charge %d: come back in %d ms%n",
                        call, limited.retryAfter().toMillis());
            }
        }
    }

    /** Three borrows go, the fourth fails at once. */
    private void query(DataSource database) throws SQLException {
        for (int borrow = 1; borrow <= 4; borrow++) {
            try (Connection connection = database.getConnection()) {
                out.printf(
                        "query %d: %s%n", borrow, connection.createStatement().execute("select 1"));
            } catch (SQLException e) {
                RateLimited limited = RateLimited.find(e).orElseThrow(() -> e);
                out.printf("query %d: %s, state %s%n", borrow, limited.reason(), e.getSQLState());
            }
        }
    }
}
