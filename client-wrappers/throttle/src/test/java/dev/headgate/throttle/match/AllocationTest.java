package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bytes, not times: they are the same on every machine. */
class AllocationTest {
    private static final int CALLS = 10_000;

    private final RuleTable<String> table = Rules.of("api.test", "**.example.test", "10.0.0.0/8")
            .add("pay", Rules.match(List.of("api.test"), Set.of("POST"), List.of("/pay/**"), Map.of("X-A", "1*")))
            .table();
    private int found;

    @Test
    void aKnownHostIsLookedUpWithoutGarbage() {
        assertThat(bytes(() -> found += table.namesHost("api.test") ? 1 : 0)).isLessThan(CALLS);
        assertThat(bytes(() -> found += table.namesHost("UPPER.Other.") ? 1 : 0))
                .isLessThan(CALLS);
        assertThat(bytes(() -> found += table.namesHost("[::1]") ? 1 : 0)).isLessThan(CALLS);
    }

    @Test
    void aMatchWithoutVariablesIsFoundWithoutGarbage() {
        HttpCall pay = Rules.call("POST", "https://api.test/pay/1", "X-A", "12");
        HttpCall other = Rules.call("GET", "https://A.b.example.test/x");
        assertThat(bytes(() -> found += table.find(HttpCall.READER, pay) == null ? 0 : 1))
                .isLessThan(CALLS);
        assertThat(bytes(() -> found += table.find(HttpCall.READER, other) == null ? 0 : 1))
                .isLessThan(CALLS);
        assertThat(found).isGreaterThan(CALLS);
    }

    /** Less than one byte a call is none: what is left is the measuring. */
    private static long bytes(Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        for (int i = -CALLS; i < CALLS; i++) {
            if (i == 0) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            call.run();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
