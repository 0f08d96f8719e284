package dev.headgate.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimitedIOException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

/** What a rejected call gets where its rule says {@code reject: response}. */
class RejectedResponseTest {
    private static final String RULE = "{limits: [{fixed-window: 1/1d}], wait: 0, reject: response}\n";

    @Test
    void theFirstRequestOfACallIsAnswered() throws Exception {
        try (Bench bench = new Bench("api.test: " + RULE)) {
            OkHttpClient client = bench.wrapped();
            bench.answers(200);
            bench.get(client, "api.test");

            try (Response rejected = bench.call(client, "api.test").execute()) {
                assertThat(rejected.code()).isEqualTo(429);
                assertThat(rejected.request().url().host()).isEqualTo("api.test");
                assertThat(Long.parseLong(rejected.header("Retry-After"))).isBetween(1L, 86_400L);
                assertThat(rejected.header("X-RateLimit-Limit")).isEqualTo("1");
                assertThat(rejected.body().string()).contains("Headgate", "api.test");
            }
            assertThat(Bench.enqueue(bench.call(client, "api.test")).get(5, TimeUnit.SECONDS))
                    .isEqualTo(429);
            assertThat(bench.hits()).isEqualTo(1);
        }
    }

    @Test
    void aLaterHopHasAConnectionAndIsRefusedByAnException() throws IOException {
        try (Bench bench = new Bench("a.test: 5/h\nb.test: " + RULE)) {
            OkHttpClient client = bench.wrapped();
            bench.answers(200);
            bench.redirects("b.test");
            bench.get(client, "b.test");

            assertThatThrownBy(() -> bench.get(client, "a.test")).isInstanceOf(RateLimitedIOException.class);
            assertThat(bench.hits()).isEqualTo(2);
        }
    }
}
