package dev.headgate.throttle;

import dev.headgate.limiter.TimeMeter;

/** Something that comes again and again for a while, and is told only when it begins. Thread-safe. */
final class Spell {
    private final TimeMeter clock;
    private final long calmNanos;
    private boolean begun;
    private long lastAt;

    /**
     * Makes one that has not begun.
     *
     * @param calmNanos it is over when it did not come for so long
     */
    Spell(TimeMeter clock, long calmNanos) {
        this.clock = clock;
        this.calmNanos = calmNanos;
    }

    /** It came. Returns whether that is the first time, or the first after it was over. */
    synchronized boolean begins() {
        long now = clock.currentTimeNanos();
        boolean first = !begun || now - lastAt >= calmNanos;
        begun = true;
        lastAt = now;
        return first;
    }
}
