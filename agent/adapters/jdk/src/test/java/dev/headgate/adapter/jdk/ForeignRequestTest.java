package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.Outcome;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Requests of the program's own class: what the client will complain about must not cost the seam a strike. */
class ForeignRequestTest {
    private final FakeDownstreams downstreams = new FakeDownstreams("api.test");
    private final Send send = new Send(downstreams);
    private final SendAsync sendAsync = new SendAsync(downstreams);

    @Test
    void oneThatHasNoUriIsLeftToTheRulesToTell() {
        Foreign request = new Foreign(null, "GET", Optional.empty());
        assertThat(send.enter(null, request)).isNull();
        assertThat(sendAsync.enter(null, request)).isNull();
        assertThat(downstreams.unreadable).isEqualTo(2);
    }

    @Test
    void oneWithoutAnOptionalHasNoTimeout() {
        Foreign request = new Foreign(URI.create("http://api.test/"), "GET", null);
        assertThat(send.enter(null, request)).isNull();
        assertThat(downstreams.demand.deadlines).containsExactly(Long.MAX_VALUE);
    }

    @Test
    void oneThatCannotBeCopiedKeepsItsTimeout() {
        downstreams.demand.outcome = new Outcome.Admitted(5);
        Foreign request = new Foreign(URI.create("http://api.test/"), "CONNECT", Optional.of(Duration.ofSeconds(1)));
        assertThat(send.enter(null, request)).isNull();
        assertThat(downstreams.demand.deadlines).containsExactly(500_000_000L);
    }

    private static final class Foreign extends HttpRequest {
        private final URI uri;
        private final String method;
        private final Optional<Duration> timeout;

        Foreign(URI uri, String method, Optional<Duration> timeout) {
            this.uri = uri;
            this.method = method;
            this.timeout = timeout;
        }

        @Override
        public Optional<BodyPublisher> bodyPublisher() {
            return Optional.empty();
        }

        @Override
        public String method() {
            return method;
        }

        @Override
        public Optional<Duration> timeout() {
            return timeout;
        }

        @Override
        public boolean expectContinue() {
            return false;
        }

        @Override
        public URI uri() {
            return uri;
        }

        @Override
        public Optional<HttpClient.Version> version() {
            return Optional.empty();
        }

        @Override
        public HttpHeaders headers() {
            return HttpHeaders.of(Map.of(), (name, value) -> true);
        }
    }
}
