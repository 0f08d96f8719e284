package dev.headgate.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimitedIOException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

class CrowdTest {
    /** Each waits as long as it is let when more come than may go: none may go only to time out. */
    @Test
    void ofMoreCallersThanMayGoNoneIsHeldUntilItIsTooLate() throws Exception {
        try (Bench bench = new Bench("api.test: {limits: [{leaky-bucket: 20/s, depth: 60}], wait: 5s}")) {
            OkHttpClient client = HeadgateOkHttp.wrap(
                    bench.plain().callTimeout(Duration.ofSeconds(2)).build(), bench.headgate);
            int callers = 40;
            for (int i = 0; i < callers; i++) {
                bench.server.enqueue(new MockResponse.Builder()
                        .headersDelay(300, TimeUnit.MILLISECONDS)
                        .build());
            }
            Queue<String> ends = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                threads.add(new Thread(() -> ends.add(end(bench, client))));
                threads.get(i).start();
            }
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(ends).containsOnly("200", "DEADLINE").contains("200", "DEADLINE");
            assertThat(bench.tally("api.test").overloaded()).isZero();
        }
    }

    private static String end(Bench bench, OkHttpClient client) {
        try {
            return "" + bench.get(client, "api.test");
        } catch (IOException failed) {
            return failed instanceof RateLimitedIOException rejected
                    ? rejected.reason().name()
                    : failed.toString();
        }
    }
}
