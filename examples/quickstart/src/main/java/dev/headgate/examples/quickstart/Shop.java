package dev.headgate.examples.quickstart;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * An ordinary program, as there are many: workers that take one order after the other, have it charged by a server (each with
 * the HTTP client that its author liked best) and note the result in a database. It pays no attention to any quota.
 */
public final class Shop {
    private static final int WORKERS = 16;
    private static final long THINK_MILLIS = 40;

    private final URI server;
    private final OkHttpClient okHttp = new OkHttpClient();
    private final HttpClient jdkClient = HttpClient.newHttpClient();
    private final HikariDataSource database;
    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private volatile long startNanos = System.nanoTime();

    private Shop(URI server) throws SQLException {
        this.server = server;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
        config.setMaximumPoolSize(8);
        database = new HikariDataSource(config);
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("create table orders(id bigint, status int)");
        }
    }

    /**
     * Runs the shop.
     *
     * @param args the server's address, seconds to work, file for the log of calls
     */
    public static void main(String[] args) throws Exception {
        Shop shop = new Shop(URI.create(args[0]));
        for (Charging charging : shop.waysToCharge()) {
            charging.charge(0);
        }
        // Begins with a second of the clock, as the server's quota does: the picture shows whole seconds.
        TimeUnit.MILLISECONDS.sleep(2000 - System.currentTimeMillis() % 1000);
        shop.work(Integer.parseInt(args[1]));
        shop.database.close();
        try (PrintWriter out = new PrintWriter(Path.of(args[2]).toFile(), StandardCharsets.UTF_8)) {
            shop.log.forEach(out::println);
        }
        // OkHttp's dispatcher threads would keep the program for a minute.
        shop.okHttp.dispatcher().executorService().shutdown();
    }

    private void work(int seconds) throws InterruptedException {
        startNanos = System.nanoTime();
        long endNanos = startNanos + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            Charging charging = waysToCharge().get(i % waysToCharge().size());
            int worker = i;
            workers.add(new Thread(() -> takeOrders(charging, worker, endNanos), "worker-" + i));
        }
        workers.forEach(Thread::start);
        for (Thread worker : workers) {
            worker.join();
        }
    }

    private void takeOrders(Charging charging, int worker, long endNanos) {
        try {
            for (long order = worker; System.nanoTime() < endNanos; order += WORKERS) {
                TimeUnit.MILLISECONDS.sleep(THINK_MILLIS);
                long before = System.nanoTime();
                int status = charging.charge(order);
                log.add(millis(before - startNanos) + "," + millis(System.nanoTime() - startNanos) + "," + status);
                note(order, status);
            }
        } catch (IOException | SQLException e) {
            System.err.println("worker-" + worker + " gives up: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private interface Charging {
        int charge(long order) throws IOException, InterruptedException;
    }

    private List<Charging> waysToCharge() {
        return List.of(this::chargeWithOkHttp, this::chargeWithJdkClient, this::chargeWithUrlConnection);
    }

    private URI address(long order) {
        return server.resolve("/charges/" + order);
    }

    private int chargeWithOkHttp(long order) throws IOException {
        Request request = new Request.Builder().url(address(order).toString()).build();
        try (Response response = okHttp.newCall(request).execute()) {
            response.body().bytes();
            return response.code();
        }
    }

    private int chargeWithJdkClient(long order) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address(order)).build();
        return jdkClient.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private int chargeWithUrlConnection(long order) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) address(order).toURL().openConnection();
        int status = connection.getResponseCode();
        try (var body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            body.readAllBytes();
        }
        return status;
    }

    private void note(long order, int status) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into orders values (?, ?)")) {
            insert.setLong(1, order);
            insert.setInt(2, status);
            insert.executeUpdate();
        }
    }
}
