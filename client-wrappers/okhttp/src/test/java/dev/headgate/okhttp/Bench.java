package dev.headgate.okhttp;

import dev.headgate.config.Headgate;
import dev.headgate.throttle.Tally;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** A server that answers under every name, and a client that finds it there. */
final class Bench implements AutoCloseable {
    final MockWebServer server = new MockWebServer();
    final Headgate headgate;

    Bench(String rules) throws IOException {
        headgate = Headgate.parse("downstreams:\n" + rules.indent(2), "test.yml");
        server.start();
    }

    OkHttpClient.Builder plain() {
        return new OkHttpClient.Builder().dns(host -> List.of(InetAddress.getByName("127.0.0.1")));
    }

    OkHttpClient wrapped() {
        return HeadgateOkHttp.wrap(plain().build(), headgate);
    }

    String url(String host, String path) {
        return "http://" + host + ":" + server.getPort() + path;
    }

    Call call(OkHttpClient client, String host) {
        return client.newCall(new Request.Builder().url(url(host, "/")).build());
    }

    int get(OkHttpClient client, String host) throws IOException {
        return get(client, host, "/");
    }

    int get(OkHttpClient client, String host, String path) throws IOException {
        try (Response response = client.newCall(
                        new Request.Builder().url(url(host, path)).build())
                .execute()) {
            response.body().bytes();
            return response.code();
        }
    }

    void answers(int... codes) {
        for (int code : codes) {
            server.enqueue(new MockResponse.Builder().code(code).body("hello").build());
        }
    }

    void redirects(String toHost) {
        server.enqueue(new MockResponse.Builder()
                .code(302)
                .addHeader("Location", url(toHost, "/"))
                .build());
    }

    int hits() {
        return server.getRequestCount();
    }

    Tally tally(String downstream) {
        return headgate.stats().stream()
                .filter(tally -> tally.downstream().equals(downstream))
                .findFirst()
                .orElseThrow();
    }

    static CompletableFuture<Integer> enqueue(Call call) {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        call.enqueue(new Callback() {
            @Override
            public void onFailure(Call failed, IOException thrown) {
                answer.completeExceptionally(thrown);
            }

            @Override
            public void onResponse(Call answered, Response response) {
                response.close();
                answer.complete(response.code());
            }
        });
        return answer;
    }

    @Override
    public void close() {
        server.close();
        headgate.close();
    }
}
