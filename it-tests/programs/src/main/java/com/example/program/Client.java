package com.example.program;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** One way to call out. Blocking clients have finished when {@link #start} returns. */
interface Client {
    /**
     * Makes a call.
     *
     * @param target a URL; not used by a pool
     * @return its status, or for a pool the database server's time in microseconds
     */
    CompletableFuture<Long> start(String target);

    /** Returns a client by name. */
    static Client named(String name) {
        return switch (name) {
            case "huc" -> blocking(Client::overUrlConnection);
            case "jdk" -> overJdk(HttpClient.newHttpClient(), false);
            case "jdk-async" -> overJdk(HttpClient.newHttpClient(), true);
            case "okhttp" -> overOkHttp(new OkHttpClient(), false);
            case "okhttp-enqueue" -> overOkHttp(new OkHttpClient(), true);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Returns a client that borrows a connection and asks the server for its time. */
    static Client of(DataSource pool) {
        return blocking(target -> {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "select (extract(epoch from clock_timestamp()) * 1000000)::bigint")) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    private static long overUrlConnection(String target) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(target).toURL().openConnection();
        int status = connection.getResponseCode();
        try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            if (body != null) {
                body.readAllBytes();
            }
        }
        return status;
    }

    private static Client overJdk(HttpClient client, boolean async) {
        if (async) {
            return target -> client.sendAsync(request(target), HttpResponse.BodyHandlers.ofString())
                    .thenApply(response -> (long) response.statusCode());
        }
        return blocking(target -> (long) client.send(request(target), HttpResponse.BodyHandlers.ofString())
                .statusCode());
    }

    private static HttpRequest request(String target) {
        return HttpRequest.newBuilder(URI.create(target)).build();
    }

    private static Client overOkHttp(OkHttpClient client, boolean async) {
        if (async) {
            return target -> {
                CompletableFuture<Long> done = new CompletableFuture<>();
                client.newCall(new Request.Builder().url(target).build()).enqueue(new Callback() {
                    @Override
                    public void onFailure(Call call, IOException e) {
                        done.completeExceptionally(e);
                    }

                    @Override
                    public void onResponse(Call call, Response response) throws IOException {
                        try (response) {
                            response.body().string();
                            done.complete((long) response.code());
                        }
                    }
                });
                return done;
            };
        }
        return blocking(target -> {
            try (Response response =
                    client.newCall(new Request.Builder().url(target).build()).execute()) {
                response.body().string();
                return (long) response.code();
            }
        });
    }

    private static Client blocking(BlockingCall call) {
        return target -> {
            try {
                return CompletableFuture.completedFuture(call.make(target));
            } catch (Exception e) {
                return CompletableFuture.failedFuture(e);
            }
        };
    }

    /** A call that its caller waits for. */
    interface BlockingCall {
        long make(String target) throws Exception;
    }
}
