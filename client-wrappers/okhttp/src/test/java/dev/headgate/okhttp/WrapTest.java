package dev.headgate.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.Covered;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.config.Headgate;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Wrapping, once and again. */
class WrapTest {
    private static final Interceptor MINE = chain -> chain.proceed(chain.request());

    private static long ours(List<Interceptor> interceptors) {
        return interceptors.stream()
                .filter(each -> each instanceof GateInterceptor || each instanceof HopInterceptor)
                .count();
    }

    @Test
    @DisplayName("A43 derived clients that are wrapped again hold our interceptors once")
    void derivedClientsHoldOurInterceptorsOnce() throws IOException {
        try (Bench bench = new Bench("api.test: {limits: [{fixed-window: 3/60s}], wait: 0}")) {
            OkHttpClient c1 = bench.wrapped();
            OkHttpClient c3 = again(again(c1, bench), bench);
            OkHttpClient c6 = again(again(again(c3, bench), bench), bench);
            bench.answers(200, 200, 200);

            assertThat(bench.get(c1, "api.test")).isEqualTo(200);
            assertThat(bench.get(c3, "api.test")).isEqualTo(200);
            assertThat(bench.get(c6, "api.test")).isEqualTo(200);
            assertThatThrownBy(() -> bench.get(c6, "api.test")).isInstanceOf(RateLimitedIOException.class);
            assertThat(ours(c6.interceptors())).isEqualTo(1);
            assertThat(ours(c6.networkInterceptors())).isEqualTo(1);
            assertThat(bench.tally("api.test").admitted()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("A43 two thousand derivations")
    void twoThousandDerivations() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient client = bench.wrapped();
            for (int i = 0; i < 2_000; i++) {
                client = again(client, bench);
            }
            bench.answers(200);

            assertThat(bench.get(client, "api.test")).isEqualTo(200);
            assertThat(client.interceptors()).hasSize(1);
        }
    }

    @Test
    void aWrappedClientIsReturnedAsItIs() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient client = bench.wrapped();

            assertThat(HeadgateOkHttp.wrap(client, bench.headgate)).isSameAs(client);
        }
    }

    @Test
    void theProgramsInterceptorsStayWhereTheyAreAndOursComeLast() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient plain = bench.plain()
                    .addInterceptor(MINE)
                    .addNetworkInterceptor(MINE)
                    .build();
            Interceptor later = chain -> chain.proceed(chain.request());

            OkHttpClient derived = HeadgateOkHttp.wrap(plain, bench.headgate)
                    .newBuilder()
                    .addInterceptor(later)
                    .build();
            OkHttpClient client = HeadgateOkHttp.wrap(derived, bench.headgate);

            assertThat(client.interceptors().subList(0, 2)).containsExactly(MINE, later);
            assertThat(ours(client.interceptors().subList(2, 3))).isEqualTo(1);
            assertThat(client.networkInterceptors().get(0)).isSameAs(MINE);
            assertThat(client.networkInterceptors()).hasSize(2);
            assertThat(client.dispatcher()).isSameAs(plain.dispatcher());
            assertThat(client.connectionPool()).isSameAs(plain.connectionPool());
            assertThat(plain.interceptors()).containsExactly(MINE);
        }
    }

    @Test
    void aClientOfTwoHeadgatesObeysBoth() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h");
                Headgate other = Headgate.parse("downstreams: {api.test: {limits: [1/h], wait: 0}}", "other.yml")) {
            OkHttpClient client = HeadgateOkHttp.wrap(bench.wrapped(), other);
            bench.answers(200);

            assertThat(bench.get(client, "api.test")).isEqualTo(200);
            assertThatThrownBy(() -> bench.get(client, "api.test")).isInstanceOf(RateLimitedIOException.class);

            assertThat(bench.hits()).isEqualTo(1);
            assertThat(HeadgateOkHttp.wrap(client, bench.headgate)).isSameAs(client);
            assertThat(HeadgateOkHttp.wrap(client, other)).isSameAs(client);
        }
    }

    @Test
    void whatTheAgentChargesPassesThrough() throws IOException {
        try (Bench bench = new Bench("\"**.test\": 5/h")) {
            OkHttpClient client = bench.wrapped();
            bench.answers(200, 200);
            Covered.by(new OneHost("covered.test"));
            try {
                assertThat(bench.get(client, "covered.test")).isEqualTo(200);
                assertThat(bench.get(client, "bare.test")).isEqualTo(200);
            } finally {
                Covered.by(new OneHost("nobody"));
            }

            assertThat(bench.tally("**.test").offered()).isEqualTo(1);
        }
    }

    private static OkHttpClient again(OkHttpClient client, Bench bench) {
        return HeadgateOkHttp.wrap(client.newBuilder().build(), bench.headgate);
    }

    /** An agent that charges OkHttp's calls to one host. */
    private record OneHost(String covered) implements Covered.ByAgent {
        @Override
        public boolean http(
                String library,
                String scheme,
                String host,
                int port,
                String method,
                String rawPath,
                Function<String, @Nullable String> header) {
            return library.equals("okhttp") && host.equals(covered);
        }

        @Override
        public boolean jdbc(String library, @Nullable String url, @Nullable String pool, @Nullable String user) {
            return false;
        }
    }
}
