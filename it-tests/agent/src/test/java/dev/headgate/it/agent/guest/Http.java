package dev.headgate.it.agent.guest;

import dev.headgate.it.support.ScriptedServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** The blocking HTTP clients, for cases that are the same for each. */
enum Http {
    HUC {
        @Override
        int get(String url) throws IOException {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            int status = connection.getResponseCode();
            if (status < 400) {
                connection.getInputStream().readAllBytes();
            }
            return status;
        }
    },
    JDK {
        @Override
        int get(String url) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        }
    },
    OKHTTP {
        @Override
        int get(String url) throws IOException {
            try (Response response =
                    OK.newCall(new Request.Builder().url(url).build()).execute()) {
                response.body().string();
                return response.code();
            }
        }
    };

    static final HttpClient CLIENT = HttpClient.newHttpClient();
    static final OkHttpClient OK = new OkHttpClient();

    // A client's first call is slow to leave, and would be late at the server.
    static {
        try (ScriptedServer server = ScriptedServer.ok()) {
            for (Http client : values()) {
                client.get(server.url("localhost", "/warm-up"));
            }
        } catch (IOException | InterruptedException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Makes a call and returns its status. */
    abstract int get(String url) throws IOException, InterruptedException;

    /** Returns the client's name as host names have it. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    static Stream<Http> all() {
        return Stream.of(values());
    }

    /** Calls a path of a host until it is refused, at most {@code most} times; returns how often it was not. */
    int admitted(ScriptedServer server, String host, String path, int most) throws Exception {
        for (int i = 0; i < most; i++) {
            try {
                get(server.url(host, path));
            } catch (dev.headgate.api.RateLimitedIOException e) {
                return i;
            }
        }
        return most;
    }
}
