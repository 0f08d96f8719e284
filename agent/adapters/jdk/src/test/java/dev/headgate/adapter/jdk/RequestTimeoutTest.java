package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestTimeoutTest {
    private static final HttpRequest PLAIN =
            HttpRequest.newBuilder(URI.create("http://api.test/")).build();

    @Test
    void aRequestWithoutTimeoutHasAllTheTime() {
        assertThat(RequestTimeout.nanosOf(PLAIN)).isEqualTo(Long.MAX_VALUE);
        assertThat(RequestTimeout.lessWait(PLAIN, 5)).isSameAs(PLAIN);
    }

    @Test
    void aTimeoutLongerThanTheClockCountsAsNone() {
        assertThat(RequestTimeout.nanosOf(with(Duration.ofDays(200_000)))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theCopyKeepsAllButTheTimeout() {
        HttpRequest post = HttpRequest.newBuilder(URI.create("http://api.test/a?b=c"))
                .POST(HttpRequest.BodyPublishers.ofString("body"))
                .header("X", "1")
                .header("X", "2")
                .expectContinue(true)
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(1))
                .build();
        HttpRequest copy = RequestTimeout.lessWait(post, Duration.ofMillis(400).toNanos());

        assertThat(copy.timeout()).contains(Duration.ofMillis(600));
        assertThat(copy.bodyPublisher()).isEqualTo(post.bodyPublisher());
        assertThat(copy.headers()).isEqualTo(post.headers());
        assertThat(copy.expectContinue()).isTrue();
        assertThat(copy.version()).contains(HttpClient.Version.HTTP_1_1);
        assertThat(copy.uri()).isEqualTo(post.uri());
    }

    @Test
    void aWaitAsLongAsTheTimeoutLeavesTheLeastThatABuilderTakes() {
        assertThat(RequestTimeout.lessWait(with(Duration.ofMillis(5)), 5_000_000)
                        .timeout())
                .contains(Duration.ofMillis(1));
    }

    private static HttpRequest with(Duration timeout) {
        return HttpRequest.newBuilder(PLAIN, (name, value) -> true)
                .timeout(timeout)
                .build();
    }
}
