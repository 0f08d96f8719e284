package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimitedIOException;
import dev.headgate.boot.Answers;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Patience;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import org.junit.jupiter.api.Test;

class ConnectTest {
    private final FakeDownstreams downstreams = new FakeDownstreams("api.test");
    private final FakeDemand demand = downstreams.demand;
    private final Connect connect = new Connect(downstreams);
    private final HttpURLConnection connection = to("http://api.test:8080/pay/7?q=1#x");

    @Test
    void theNextRequestIsReadWithoutSendingIt() throws Exception {
        connection.setRequestMethod("PUT");
        assertThat(connect.enter(connection, null)).isNull();
        assertThat(downstreams.asked).containsExactly("PUT http://api.test:8080/pay/7");
        connection.setRequestProperty("X", "still possible, so nothing has connected");
    }

    @Test
    void aHostThatNoRuleNamesIsNotLookedAtFurther() {
        assertThat(connect.enter(to("http://other.test/"), null)).isNull();
        assertThat(downstreams.asked).isEmpty();
    }

    @Test
    void aRejectionIsThrown() {
        demand.outcome = new Outcome.Rejected(FakeDemand.REJECTION);
        assertThat(Answers.thrown(connect.enter(connection, null))).isExactlyInstanceOf(RateLimitedIOException.class);
    }

    @Test
    void anInterruptKeepsTheFlag() {
        demand.outcome = new Outcome.Interrupted();
        Throwable thrown = Answers.thrown(connect.enter(connection, null));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown)
                .isExactlyInstanceOf(InterruptedIOException.class)
                .hasMessage("interrupted while waiting for charges");
    }

    @Test
    void allHopsOfAConnectionObjectShareOneWait() {
        demand.outcome = new Outcome.Admitted(300);
        connect.enter(connection, null);
        connect.enter(connection, null);
        connect.enter(to("http://api.test/another"), null);

        Patience shared = demand.patiences.get(1);
        assertThat(demand.patiences.get(0)).isNull();
        assertThat(shared.left(1_000))
                .as("the second wait is counted by whoever waits")
                .isEqualTo(700);
        assertThat(demand.patiences.get(2)).isNull();
    }

    @Test
    void aConnectionThatNeverWaitedIsNotRemembered() {
        connect.enter(connection, null);
        assertThat(downstreams.shared("http-url-connection.patience").size()).isZero();
    }

    private static HttpURLConnection to(String url) {
        try {
            return (HttpURLConnection) URI.create(url).toURL().openConnection();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
