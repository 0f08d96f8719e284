package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimitedIOException;
import dev.headgate.boot.Answer;
import dev.headgate.boot.Answers;
import dev.headgate.throttle.Outcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SendTest {
    private static final HttpRequest REQUEST =
            HttpRequest.newBuilder(URI.create("https://api.test:8443/pay")).build();

    private final FakeDownstreams downstreams = new FakeDownstreams("api.test");
    private final Send send = new Send(downstreams);

    @Test
    void anAdmittedCallGoesUntouched() {
        assertThat(send.enter(null, REQUEST)).isNull();
        assertThat(downstreams.asked).containsExactly("GET https://api.test:8443/pay");
        assertThat(downstreams.demand.deadlines).containsExactly(Long.MAX_VALUE);
    }

    @Test
    void theWaitIsTakenOffTheRequestTimeout() {
        downstreams.demand.outcome = new Outcome.Admitted(TimeUnit.MILLISECONDS.toNanos(300));
        HttpRequest limited = HttpRequest.newBuilder(REQUEST, (name, value) -> true)
                .timeout(Duration.ofSeconds(1))
                .build();

        HttpRequest goesOn = (HttpRequest) Answers.value(send.enter(null, limited));
        assertThat(goesOn.timeout()).contains(Duration.ofMillis(700));
        assertThat(send.enter(null, REQUEST))
                .as("no timeout, nothing to take off")
                .isNull();
        assertThat(downstreams.demand.deadlines).containsExactly(TimeUnit.MILLISECONDS.toNanos(500), Long.MAX_VALUE);
    }

    @Test
    void aRejectionIsThrownAsItsOwnType() {
        downstreams.demand.outcome = new Outcome.Rejected(FakeDemand.REJECTION);
        Answer answer = send.enter(null, REQUEST);
        assertThat(Answers.skips(answer)).isTrue();
        assertThat(Answers.thrown(answer)).isExactlyInstanceOf(RateLimitedIOException.class);
    }

    @Test
    void anInterruptEndsTheWaitAsTheMethodItselfWould() {
        downstreams.demand.outcome = new Outcome.Interrupted();
        Answer answer = send.enter(null, REQUEST);
        assertThat(Answers.thrown(answer)).isExactlyInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void anInterruptedThreadSpendsNothing() {
        Thread.currentThread().interrupt();
        try {
            assertThat(send.enter(null, REQUEST)).isNull();
            assertThat(downstreams.asked).isEmpty();
        } finally {
            assertThat(Thread.interrupted()).as("left for the method itself").isTrue();
        }
    }

    @Test
    void noRequestIsLeftToTheClientToComplainAbout() {
        assertThat(send.enter(null, null)).isNull();
    }

    @Test
    void aCallThatEndsWithoutAnAnswerIsTold() {
        send.enter(null, REQUEST);
        send.exit(null, REQUEST, null, new HttpConnectTimeoutException("too slow"));
        send.exit(null, REQUEST, "an answer", null);
        HttpRequest other =
                HttpRequest.newBuilder(URI.create("http://other.test/")).build();
        send.exit(null, other, null, new IOException("not ours"));

        assertThat(downstreams.demand.told).containsExactly("/pay java.net.http.HttpConnectTimeoutException: too slow");
    }
}
