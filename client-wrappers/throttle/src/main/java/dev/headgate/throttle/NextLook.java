package dev.headgate.throttle;

/**
 * When there is something to decide for a call that has a slot: the slot comes, or what has none yet may get one near it. Times
 * are nanoseconds of the clock of the machinery. Not thread-safe.
 */
final class NextLook {
    /** Others may get between two looks; they are not followed more often than this. */
    private static final long SHORTEST_NANOS = 1_000_000;

    /** The same where each look is a trip. */
    private static final long SHORTEST_FAR_NANOS = 10_000_000;

    private final RuleThrottle throttle;
    private final Held held;
    private final long shortest;
    private long at;

    NextLook(RuleThrottle throttle, Request request, Held held) {
        this.throttle = throttle;
        this.held = held;
        this.shortest = request.isFar() ? SHORTEST_FAR_NANOS : SHORTEST_NANOS;
    }

    /** The time that was fixed last. */
    long at() {
        return at;
    }

    /** The call has got a slot. */
    void afterSlot() {
        at = held.isComplete() ? held.lastAt() : forRest();
    }

    /** There is nothing to decide before the call goes. */
    void atSlot() {
        at = held.lastAt();
    }

    /**
     * What has no slot yet is asked at the slot of what has one, but if others stand in line there, as much earlier as their
     * line is long: else a call that waits for two busy limits would come to the end of the second line only when its slot in
     * the first is past.
     */
    long forRest() {
        long now = throttle.machinery().now();
        long line = throttle.ledger().comeBackNanos(held.open());
        long early = Math.max(0, held.lastAt() - now - line);
        return line == 0 ? held.lastAt() : now + early;
    }

    /** The look is at {@code forRest}, but neither too soon after {@code now} nor after the slot. */
    void waitFor(long forRest, long now) {
        at = Math.min(held.lastAt() - now, Math.max(forRest - now, shortest)) + now;
    }

    /** The look is put off until half of the time from {@code now} to the slot is over. */
    void afterHalf(long now) {
        long left = held.lastAt() - now;
        at = now + Math.max(Math.min(left, shortest), Math.max(at - now, left / 2));
    }
}
