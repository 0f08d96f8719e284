package dev.headgate.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import mockwebserver3.MockResponse;
import okhttp3.Cache;
import okhttp3.CacheControl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the cache answers costs nothing. */
class CacheTest {
    @TempDir
    private Path folder;

    private OkHttpClient cached(Bench bench) {
        return HeadgateOkHttp.wrap(bench.plain().cache(cache()).build(), bench.headgate);
    }

    private Cache cache() {
        return new Cache(folder.toFile(), 1_000_000);
    }

    private static MockResponse fresh(String body) {
        return new MockResponse.Builder()
                .addHeader("Cache-Control", "max-age=600")
                .body(body)
                .build();
    }

    @Test
    void aCacheHitCostsNothing() throws IOException {
        try (Bench bench = new Bench("api.test: {limits: [1/h], wait: 0}")) {
            OkHttpClient client = cached(bench);
            bench.server.enqueue(fresh("one"));

            for (int i = 0; i < 5; i++) {
                assertThat(bench.get(client, "api.test")).isEqualTo(200);
            }

            assertThat(bench.hits()).isEqualTo(1);
            assertThat(bench.tally("api.test").offered()).isEqualTo(1);
        }
    }

    @Test
    void anAnswerFromTheCacheCarriesTheProgramsOwnRequest() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient client = cached(bench);
            bench.server.enqueue(fresh("one"));
            bench.get(client, "api.test");
            Request request =
                    new Request.Builder().url(bench.url("api.test", "/")).build();

            try (Response response = client.newCall(request).execute()) {
                assertThat(response.body().string()).isEqualTo("one");
                assertThat(response.request()).isSameAs(request);
                assertThat(response.cacheResponse()).isNotNull();
                assertThat(response.networkResponse()).isNull();
            }
        }
    }

    @Test
    void aRequestThatAsksWhetherAnAnswerIsStillFreshIsCharged() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient client = cached(bench);
            bench.server.enqueue(new MockResponse.Builder()
                    .addHeader("Cache-Control", "max-age=0")
                    .addHeader("ETag", "v1")
                    .body("one")
                    .build());
            bench.server.enqueue(new MockResponse.Builder().code(304).build());

            assertThat(bench.get(client, "api.test")).isEqualTo(200);
            assertThat(bench.get(client, "api.test")).isEqualTo(200);

            assertThat(bench.hits()).isEqualTo(2);
            assertThat(bench.tally("api.test").admitted()).isEqualTo(2);
        }
    }

    @Test
    void aRedirectFromTheCacheChargesOnlyTheHostThatIsAsked() throws IOException {
        try (Bench bench = new Bench("a.test: 5/h\nb.test: 5/h")) {
            OkHttpClient client = cached(bench);
            bench.server.enqueue(new MockResponse.Builder()
                    .code(301)
                    .addHeader("Cache-Control", "max-age=600")
                    .addHeader("Location", bench.url("b.test", "/there"))
                    .build());
            bench.answers(200, 200);

            assertThat(bench.get(client, "a.test", "/here")).isEqualTo(200);
            assertThat(bench.get(client, "a.test", "/here")).isEqualTo(200);

            assertThat(bench.hits()).isEqualTo(3);
            assertThat(bench.tally("a.test").admitted()).isEqualTo(1);
            assertThat(bench.tally("b.test").admitted()).isEqualTo(2);
            assertThat(bench.tally("b.test").owed()).isZero();
        }
    }

    @Test
    void aRequestThatMayOnlyBeAnsweredFromTheCacheCostsNothing() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            Request request = new Request.Builder()
                    .url(bench.url("api.test", "/"))
                    .cacheControl(CacheControl.FORCE_CACHE)
                    .build();

            try (Response response = cached(bench).newCall(request).execute()) {
                assertThat(response.code()).isEqualTo(504);
                assertThat(response.request()).isSameAs(request);
            }

            assertThat(bench.tally("api.test").offered()).isZero();
        }
    }

    @Test
    void anAnswerThatMayNotBeStoredIsChargedEachTime() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient client = cached(bench);
            bench.answers(200, 200);

            bench.get(client, "api.test");
            bench.get(client, "api.test");

            assertThat(bench.tally("api.test").admitted()).isEqualTo(2);
        }
    }

    @Test
    void aClientThatGotItsCacheAfterItWasWrappedPaysForOneAnswerAtMost() throws IOException {
        try (Bench bench = new Bench("api.test: 5/h")) {
            OkHttpClient client = bench.wrapped().newBuilder().cache(cache()).build();
            bench.server.enqueue(fresh("one"));

            for (int i = 0; i < 5; i++) {
                assertThat(bench.get(client, "api.test")).isEqualTo(200);
            }

            assertThat(bench.hits()).isEqualTo(1);
            assertThat(bench.tally("api.test").admitted()).isEqualTo(2);
        }
    }
}
