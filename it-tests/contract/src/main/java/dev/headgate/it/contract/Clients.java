package dev.headgate.it.contract;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The clients of this version's coverage. */
public final class Clients {
    private Clients() {}

    public static ContractClient urlConnection() {
        return new Client("huc", Set.of(ContractClient.Can.BE_INTERRUPTED)) {
            @Override
            public Started start(String url, @Nullable Duration timeout) {
                return new BlockingStart(() -> overUrlConnection(url, timeout), () -> {});
            }
        };
    }

    public static ContractClient jdk() {
        HttpClient client = following();
        Set<ContractClient.Can> abilities = Set.of(
                ContractClient.Can.TIME_OUT,
                ContractClient.Can.BE_INTERRUPTED_WITHOUT_FLAG,
                ContractClient.Can.BE_ANSWERED);
        return new Client("jdk", abilities) {
            @Override
            public Started start(String url, @Nullable Duration timeout) {
                HttpRequest request = request(url, timeout);
                return new BlockingStart(
                        () -> client.send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode(),
                        () -> {});
            }
        };
    }

    public static ContractClient jdkAsync() {
        HttpClient client = following();
        Set<ContractClient.Can> abilities =
                Set.of(ContractClient.Can.TIME_OUT, ContractClient.Can.CANCEL, ContractClient.Can.BE_ANSWERED);
        return new Client("jdk-async", abilities) {
            @Override
            public Started start(String url, @Nullable Duration timeout) {
                CompletableFuture<HttpResponse<String>> response =
                        client.sendAsync(request(url, timeout), HttpResponse.BodyHandlers.ofString());
                CompletableFuture<Integer> result = new CompletableFuture<>();
                response.whenComplete((answer, thrown) -> {
                    if (thrown == null) {
                        result.complete(answer.statusCode());
                    } else {
                        result.completeExceptionally(
                                thrown instanceof CompletionException && thrown.getCause() != null
                                        ? thrown.getCause()
                                        : thrown);
                    }
                });
                return new AsyncStart(result, () -> response.cancel(true));
            }
        };
    }

    /** Returns a client whose calls are made by {@code execute}. */
    public static ContractClient okHttp(String label, OkHttpClient client) {
        Set<ContractClient.Can> abilities = Set.of(
                ContractClient.Can.TIME_OUT,
                ContractClient.Can.CANCEL,
                ContractClient.Can.BE_INTERRUPTED,
                ContractClient.Can.CACHE,
                ContractClient.Can.BE_ANSWERED);
        return new Client(label, abilities) {
            @Override
            public Started start(String url, @Nullable Duration timeout) {
                Call call = call(client, url, timeout);
                return new BlockingStart(
                        () -> {
                            try (Response response = call.execute()) {
                                response.body().string();
                                return response.code();
                            }
                        },
                        call::cancel);
            }
        };
    }

    /** Returns a client whose calls are made by {@code enqueue}. */
    public static ContractClient okHttpEnqueue(String label, OkHttpClient client) {
        Set<ContractClient.Can> abilities = Set.of(
                ContractClient.Can.TIME_OUT,
                ContractClient.Can.CANCEL,
                ContractClient.Can.CACHE,
                ContractClient.Can.BE_ANSWERED);
        return new Client(label, abilities) {
            @Override
            public Started start(String url, @Nullable Duration timeout) {
                CompletableFuture<Integer> result = new CompletableFuture<>();
                Call call = call(client, url, timeout);
                call.enqueue(new Callback() {
                    @Override
                    public void onFailure(Call failed, IOException e) {
                        result.completeExceptionally(e);
                    }

                    @Override
                    public void onResponse(Call answered, Response response) throws IOException {
                        try (response) {
                            response.body().string();
                            result.complete(response.code());
                        }
                    }
                });
                return new AsyncStart(result, call::cancel);
            }
        };
    }

    private static Call call(OkHttpClient client, String url, @Nullable Duration timeout) {
        OkHttpClient timed = timeout == null
                ? client
                : client.newBuilder().callTimeout(timeout).build();
        return timed.newCall(new Request.Builder().url(url).build());
    }

    private static HttpClient following() {
        return HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build();
    }

    private static HttpRequest request(String url, @Nullable Duration timeout) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url));
        if (timeout != null) {
            builder.timeout(timeout);
        }
        return builder.build();
    }

    private static int overUrlConnection(String url, @Nullable Duration timeout) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        if (timeout != null) {
            connection.setReadTimeout((int) timeout.toMillis());
        }
        int status = connection.getResponseCode();
        if (status < 400) {
            connection.getInputStream().readAllBytes();
        }
        return status;
    }

    private abstract static class Client implements ContractClient {
        private final String label;
        private final Set<Can> abilities;

        Client(String label, Set<Can> abilities) {
            this.label = label;
            this.abilities = abilities;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public Set<Can> abilities() {
            return abilities;
        }
    }

    private record AsyncStart(CompletableFuture<Integer> result, Runnable cancelling)
            implements ContractClient.Started {
        @Override
        public void cancel() {
            cancelling.run();
        }

        @Override
        public @Nullable Thread caller() {
            return null;
        }
    }
}
