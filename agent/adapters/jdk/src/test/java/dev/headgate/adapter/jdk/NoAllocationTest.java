package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.headgate.spi.Adapter;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;

class NoAllocationTest {
    private static final int CALLS = 20_000;

    private final FakeDownstreams downstreams = new FakeDownstreams("api.test");
    private final HttpRequest request =
            HttpRequest.newBuilder(URI.create("http://other.test/x")).build();

    @Test
    void sendToAHostThatNoRuleNames() throws Exception {
        assertThat(bytesOf(new Send(downstreams), null, request)).isZero();
    }

    @Test
    void sendAsyncToAHostThatNoRuleNames() throws Exception {
        assertThat(bytesOf(new SendAsync(downstreams), null, request)).isZero();
    }

    @Test
    void connectToAHostThatNoRuleNames() throws Exception {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create("http://other.test/x").toURL().openConnection();
        assertThat(bytesOf(new Connect(downstreams), connection, null)).isZero();
    }

    @Test
    void aHopToAHostThatNoRuleNames() throws Exception {
        assertThat(bytesOf(new HiddenHop(downstreams), null, null)).isZero();
    }

    @Test
    void anAnswerFromAHostThatNoRuleNames() throws Exception {
        assertThat(bytesOf(new WireAnswer(downstreams), null, null)).isZero();
        HttpURLConnection connection =
                (HttpURLConnection) URI.create("http://other.test/x").toURL().openConnection();
        assertThat(bytesOf(new UrlConnectionAnswer(downstreams), connection, null))
                .isZero();
        assertThat(bytesOf(new UrlConnectionFailure(downstreams), connection, null))
                .isZero();
    }

    /** Returns the bytes that a call allocates, in the quietest of a few runs: the JVM itself allocates now and then. */
    private long bytesOf(Adapter adapter, Object self, Object argument) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 5; run++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            pass(adapter, self, argument);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least / CALLS;
    }

    private void pass(Adapter adapter, Object self, Object argument) throws Exception {
        for (int i = 0; i < CALLS; i++) {
            adapter.enter(self, argument);
            adapter.exit(self, argument, request, null);
        }
    }
}
