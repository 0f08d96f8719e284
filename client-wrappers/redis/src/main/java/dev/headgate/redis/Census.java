package dev.headgate.redis;

import java.util.concurrent.TimeUnit;

/** How many processes live on one rule, as their heartbeats tell. Thread-safe. */
final class Census {
    /** After a restart of Redis it takes a heartbeat of everybody until all are counted again. */
    private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final int expected;
    private int live;
    private int most;
    private int mostBefore;
    private long since;

    /** @param expected how many there are if nobody was ever counted */
    Census(int expected) {
        this.expected = expected;
    }

    /** Hears a count. */
    synchronized void count(int processes, long nowNanos) {
        if (live == 0 || nowNanos - since > REMEMBERED_NANOS) {
            mostBefore = live == 0 || nowNanos - since > 2 * REMEMBERED_NANOS ? 0 : most;
            most = 0;
            since = nowNanos;
        }
        live = Math.max(1, processes);
        most = Math.max(most, live);
    }

    /** The last count; 0: nobody was ever counted. */
    synchronized int live() {
        return live;
    }

    /** By how many the limit is divided: the last count, but not below half of what was counted in the last minute or two. */
    synchronized int divisor() {
        return live == 0 ? expected : Math.max(live, (Math.max(most, mostBefore) + 1) / 2);
    }
}
