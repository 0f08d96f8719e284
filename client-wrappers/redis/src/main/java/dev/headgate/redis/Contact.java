package dev.headgate.redis;

/** Whether Redis answers one limit, and when it is asked again if not. Times are nanoseconds. Not thread-safe. */
final class Contact {
    private static final long FIRST_PAUSE = 100_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;

    // All live processes have been in touch by then, and told what they hold.
    private static final long FRESH = LONGEST_PAUSE + LONGEST_PAUSE / 4;

    private boolean away;
    private long pause;
    private long probeAt;
    private boolean fresh;
    private long freshUntil;

    boolean isAway() {
        return away;
    }

    /** Whether Redis is back, but may not have heard yet what others hold. */
    boolean isFresh(long now) {
        fresh = fresh && freshUntil - now > 0;
        return fresh;
    }

    /** In how many nanoseconds it is asked again while it is away. */
    long nanosToProbe(long now) {
        return probeAt - now;
    }

    /** Notes that an answer is to be expected. */
    void probeNow(long now) {
        probeAt = now;
    }

    /** Notes a failure. Returns true if it is the first. */
    boolean failed(long now) {
        boolean first = !away;
        pause = first ? FIRST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
        probeAt = now + pause;
        away = true;
        return first;
    }

    /** Notes an answer. Returns true if it is the first after a failure. */
    boolean reached(long now) {
        boolean back = away;
        if (back) {
            away = false;
            fresh = true;
            freshUntil = now + FRESH;
        }
        return back;
    }
}
