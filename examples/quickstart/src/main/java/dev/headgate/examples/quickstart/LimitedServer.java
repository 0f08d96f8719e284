package dev.headgate.examples.quickstart;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A server with a quota, as a provider would run it: so many calls in each second of the clock, and 429 with {@code
 * Retry-After} and {@code X-RateLimit-*} for those above it.
 */
final class LimitedServer implements AutoCloseable {
    private final int quota;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private long second;
    private int usedInSecond;

    LimitedServer(int quotaPerSecond) throws IOException {
        quota = quotaPerSecond;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 512);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        int remaining = takeOne();
        boolean admitted = remaining >= 0;
        exchange.getRequestBody().readAllBytes();
        var headers = exchange.getResponseHeaders();
        headers.add("X-RateLimit-Limit", Integer.toString(quota));
        headers.add("X-RateLimit-Remaining", Integer.toString(Math.max(0, remaining)));
        headers.add("X-RateLimit-Reset", Long.toString(System.currentTimeMillis() / 1000 + 1));
        if (!admitted) {
            headers.add("Retry-After", "1");
        }
        byte[] body = (admitted ? "charged\n" : "slow down\n").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(admitted ? 200 : 429, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Returns what is left of this second's quota, or -1 if it was used up. */
    private synchronized int takeOne() {
        long now = System.currentTimeMillis() / 1000;
        if (now != second) {
            second = now;
            usedInSecond = 0;
        }
        if (usedInSecond == quota) {
            return -1;
        }
        usedInSecond++;
        return quota - usedInSecond;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
