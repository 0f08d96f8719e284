package dev.headgate.redis;

import java.util.concurrent.TimeUnit;

/** How many processes live on one rule, as their heartbeats tell. Thread-safe. */
final class Census {
    /** Whoever was counted may be alive for so long without a heartbeat. */
    private final Highest now = new Highest(TimeUnit.SECONDS.toNanos(15));

    private final Highest before = new Highest(TimeUnit.SECONDS.toNanos(60));
    private final int expected;
    private int live;

    /** @param expected how many there are if nobody was ever counted */
    Census(int expected) {
        this.expected = expected;
    }

    /** Hears a count. */
    synchronized void count(int processes, long nowNanos) {
        live = Math.max(1, processes);
        now.add(live, nowNanos);
        before.add(live, nowNanos);
    }

    /** The last count; 0: nobody was ever counted. */
    synchronized int live() {
        return live;
    }

    /**
     * By how many the limit is divided: the highest count of the time in which a heartbeat holds, but not below half of the
     * highest of the last minute. A Redis that has just begun anew knows few.
     */
    synchronized int divisor() {
        return live == 0 ? expected : Math.max(now.value(), (before.value() + 1) / 2);
    }

    /** The highest number of the last while, and of up to as long again. */
    private static final class Highest {
        private final long whileNanos;
        private long since;
        private int here;
        private int last;

        Highest(long whileNanos) {
            this.whileNanos = whileNanos;
        }

        void add(int number, long nowNanos) {
            if (here == 0) {
                // The first number: a clock may begin anywhere, below zero too.
                since = nowNanos;
            }
            long age = nowNanos - since;
            if (age >= whileNanos) {
                last = age < 2 * whileNanos ? here : 0;
                here = 0;
                since = nowNanos;
            }
            here = Math.max(here, number);
        }

        int value() {
            return Math.max(here, last);
        }
    }
}
