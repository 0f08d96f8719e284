package dev.headgate.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimited.Reason;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.throttle.Tally;
import java.io.IOException;
import java.time.Duration;
import mockwebserver3.MockResponse;
import okhttp3.Authenticator;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is charged: requests on the wire. */
class WireRequestTest {
    private static final String NO_WAIT = "{limits: [%s], wait: 0}\n";

    private static MockResponse sendAgain() {
        return new MockResponse.Builder()
                .code(503)
                .addHeader("Retry-After", "0")
                .build();
    }

    @Test
    @DisplayName("A01 a request that OkHttp would send again by itself is refused where its rule refuses it")
    void aResendIsRefused() throws IOException {
        try (Bench bench = new Bench("api.test: {limits: [{fixed-window: 1/1d}], wait: 0, backoff: off}")) {
            bench.server.enqueue(sendAgain());
            bench.answers(200);

            assertThatThrownBy(() -> bench.get(bench.wrapped(), "api.test")).isInstanceOf(RateLimitedIOException.class);

            assertThat(bench.hits()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("A01 a request that OkHttp sends again by itself is counted")
    void aResendIsCounted() throws IOException {
        String rules = "api.test: {limits: [{fixed-window: 2/1d}], wait: 0, backoff: {signals: []}}";
        try (Bench bench = new Bench(rules)) {
            OkHttpClient client = bench.wrapped();
            bench.server.enqueue(sendAgain());
            bench.answers(200);

            assertThat(bench.get(client, "api.test")).isEqualTo(200);
            assertThat(bench.hits()).isEqualTo(2);
            assertThat(bench.tally("api.test").admitted()).isEqualTo(2);
            assertThatThrownBy(() -> bench.get(client, "api.test")).isInstanceOf(RateLimitedIOException.class);
        }
    }

    @Test
    @DisplayName("A01 a request that OkHttp sends again by itself is refused in the pause that the first answer began")
    void aResendIsRefusedInAPause() throws IOException {
        // It has a connection already and could not wait for the end of the pause.
        try (Bench bench = new Bench("api.test: {limits: [1000/s], wait: 5s, backoff: {jitter: none}}")) {
            bench.server.enqueue(sendAgain());
            bench.answers(200);

            assertThatThrownBy(() -> bench.get(bench.wrapped(), "api.test"))
                    .isInstanceOfSatisfying(
                            RateLimitedIOException.class,
                            thrown -> assertThat(thrown.reason()).isEqualTo(Reason.PAUSED));
            assertThat(bench.hits()).isEqualTo(1);
        }
    }

    @Test
    void aRedirectToAnotherHostIsChargedToThatHost() throws IOException {
        try (Bench bench = new Bench("a.test: 5/h\nb.test: 5/h")) {
            bench.redirects("b.test");
            bench.answers(200);

            assertThat(bench.get(bench.wrapped(), "a.test")).isEqualTo(200);

            assertThat(bench.tally("a.test").admitted()).isEqualTo(1);
            assertThat(bench.tally("b.test").admitted()).isEqualTo(1);
        }
    }

    @Test
    void aRedirectFromAHostWithoutARuleIsChargedToo() throws IOException {
        try (Bench bench = new Bench("b.test: {limits: [1/h], wait: 0}")) {
            OkHttpClient client = bench.wrapped();
            bench.redirects("b.test");
            bench.answers(200);
            bench.redirects("b.test");

            assertThat(bench.get(client, "free.test")).isEqualTo(200);
            assertThatThrownBy(() -> bench.get(client, "free.test"))
                    .isInstanceOf(RateLimitedIOException.class)
                    .hasMessageContaining("b.test");
            assertThat(bench.hits()).isEqualTo(3);
        }
    }

    @Test
    void aLaterHopThatWouldHaveToWaitGoesAtOnceAndIsOwed() throws IOException {
        try (Bench bench = new Bench("a.test: 5/h\nb.test: {limits: [1/1s], wait: 2s}")) {
            OkHttpClient client = bench.wrapped();
            bench.answers(200);
            bench.redirects("b.test");
            bench.answers(200);
            bench.get(client, "b.test");

            long from = System.nanoTime();
            assertThat(bench.get(client, "a.test")).isEqualTo(200);

            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofMillis(800));
            assertThat(bench.tally("b.test"))
                    .returns(1L, Tally::owed)
                    .returns(2L, Tally::offered)
                    .returns(2L, Tally::admitted)
                    .returns(0L, Tally::held);
        }
    }

    @Test
    void anAuthenticationRoundIsCounted() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            Authenticator login = (route, response) -> response.request()
                    .newBuilder()
                    .header("Authorization", Credentials.basic("user", "password"))
                    .build();
            OkHttpClient client =
                    HeadgateOkHttp.wrap(bench.plain().authenticator(login).build(), bench.headgate);
            bench.answers(401, 200);

            assertThat(bench.get(client, "api.test")).isEqualTo(200);

            assertThat(bench.tally("api.test").admitted()).isEqualTo(2);
        }
    }

    @Test
    void aRejectedCallIsNotRetriedByTheClientAndLeaksNoConnection() throws IOException {
        try (Bench bench = new Bench("api.test: " + NO_WAIT.formatted("1/h"))) {
            OkHttpClient client = bench.wrapped();
            bench.answers(200);
            bench.get(client, "api.test");

            assertThatThrownBy(() -> bench.get(client, "api.test"))
                    .isInstanceOfSatisfying(RateLimitedIOException.class, rejected -> {
                        assertThat(rejected.downstream()).isEqualTo("api.test");
                        assertThat(rejected.reason()).isEqualTo(Reason.LIMIT);
                        assertThat(rejected.retryAfter()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
                        assertThat(RateLimited.find(rejected)).containsSame(rejected);
                    });

            assertThat(bench.hits()).isEqualTo(1);
            assertThat(bench.tally("api.test").offered()).isEqualTo(2);
            assertThat(client.connectionPool().connectionCount())
                    .isEqualTo(client.connectionPool().idleConnectionCount());
        }
    }

    @Test
    void whatAProgramsOwnRetrySendsIsCounted() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient before = bench.plain()
                    .addInterceptor(chain -> {
                        chain.proceed(chain.request()).close();
                        return chain.proceed(chain.request());
                    })
                    .build();
            bench.answers(500, 200);

            assertThat(bench.get(HeadgateOkHttp.wrap(before, bench.headgate), "api.test"))
                    .isEqualTo(200);

            assertThat(bench.tally("api.test").admitted()).isEqualTo(2);
        }
    }

    @Test
    void aCallThatAnInterceptorAnswersItselfCostsNothing() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient client = HeadgateOkHttp.wrap(
                    bench.plain()
                            .addInterceptor(chain -> new okhttp3.Response.Builder()
                                    .request(chain.request())
                                    .protocol(okhttp3.Protocol.HTTP_1_1)
                                    .code(204)
                                    .message("mine")
                                    .build())
                            .build(),
                    bench.headgate);

            assertThat(bench.get(client, "api.test")).isEqualTo(204);

            assertThat(bench.tally("api.test").offered()).isZero();
        }
    }
}
