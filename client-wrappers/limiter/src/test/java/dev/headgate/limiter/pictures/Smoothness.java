package dev.headgate.limiter.pictures;

import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.ManualMeter;

/** When callers leave that all come at once and wait for their slots: 300 for a limit of 100 a second. */
final class Smoothness {
    private static final long BIN = 100 * ManualMeter.MILLIS;
    private static final int BINS = 30;
    private static final int CALLERS = 300;

    private Smoothness() {}

    /** Callers that leave in each 100 ms. */
    static int[] leaving(Kind kind) {
        LocalBucket bucket = kind.perSecond(100, ManualMeter.wall().at(0));
        int[] counts = new int[BINS];
        for (int i = 0; i < CALLERS; i++) {
            long bin = bucket.reserve(1, Long.MAX_VALUE).nanosToWait() / BIN;
            if (bin < BINS) {
                counts[(int) bin]++;
            }
        }
        return counts;
    }

    static int most(int[] counts) {
        int most = 0;
        for (int count : counts) {
            most = Math.max(most, count);
        }
        return most;
    }

    static String draw() {
        Panels panels = new Panels(
                "A limit that is always taken",
                "300 callers come at once and wait for their slots at 100 a second: callers that leave in each 100 ms.",
                3);
        for (Kind kind : Kind.values()) {
            int[] counts = leaving(kind);
            panels.add(kind.words, "at most " + most(counts) + " in 100 ms", counts, kind.colour);
        }
        return panels.draw();
    }
}
