package dev.headgate.limiter;

/** What waiting threads and scheduled calls have in common: how long is left, what is too late, when to ask again. */
final class Waiting {
    /** Who wakes later than this after its slot has lost it, if a twentieth of the shortest period is not more. */
    private static final long LATE = 50_000_000L;

    private final LocalBucket bucket;
    private final long tokens;

    /** {@code Long.MAX_VALUE}: however long it takes. */
    private final long maxWait;

    private final long from;

    Waiting(LocalBucket bucket, long tokens, long maxWait) {
        this.bucket = bucket;
        this.tokens = tokens;
        this.maxWait = maxWait;
        this.from = bucket.getTimeMeter().currentTimeNanos();
    }

    /** A place within what is left of the wait. */
    Reservation ask() {
        long waited = Math.max(0, bucket.getTimeMeter().currentTimeNanos() - from);
        return bucket.reserve(tokens, maxWait == Long.MAX_VALUE ? maxWait : Math.max(0, maxWait - waited));
    }

    /** Whether the slot of a call that has waited for it is lost, because it woke too late. */
    boolean hasLost(Reservation place) {
        return place.nanosUntilSlot() < -tolerance();
    }

    private long tolerance() {
        long shortest = Long.MAX_VALUE;
        for (Bandwidth bandwidth : bucket.getConfiguration().bandwidths()) {
            shortest = Math.min(shortest, bandwidth.getRefillPeriodNanos());
        }
        return Math.max(LATE, shortest / 20);
    }

    /** How long a call that never gives up, but found the line full, waits before it asks again: until there is room at its end. */
    long untilRoom(Reservation refusal) {
        long longest = 0;
        for (Bandwidth bandwidth : bucket.getConfiguration().bandwidths()) {
            if (bandwidth.getAlgorithm() == Algorithm.LEAKY_BUCKET && !bandwidth.isMeter()) {
                long wait = Wide.floorDiv(
                        bandwidth.getDepth(), bandwidth.getRefillPeriodNanos(), bandwidth.getRefillTokens());
                longest = longest == 0 ? wait : Math.min(longest, wait);
            }
        }
        return Math.max(1, refusal.nanosToComeBack() - longest);
    }
}
