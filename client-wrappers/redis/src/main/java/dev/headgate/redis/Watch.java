package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.Reservation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The bucket of the whole limit that every process keeps for itself: whatever Redis says, no process alone lets go more. It makes
 * no call wait: it only remembers what Redis granted, and refuses what no honest Redis could have granted.
 */
final class Watch {
    private Watch() {}

    /** Returns a limit as it is watched: what Redis granted in the last moment may come here a moment late. */
    static Bandwidth limit(Bandwidth whole) {
        if (whole.getDepth() == 0 || whole.isMeter()) {
            return whole;
        }
        return Bandwidth.builder()
                .leakyBucket(whole.getRefillTokens(), Duration.ofNanos(whole.getRefillPeriodNanos()))
                .depth(Math.max(whole.getDepth(), whole.getDepth() << 1))
                .release(whole.getCapacity())
                .build();
    }

    /**
     * Charges what Redis granted.
     *
     * @param waitNanos how far away the slot is
     * @return the same slot here, or a refusal if the whole limit does not let it go; null: nothing is watched now
     */
    static @Nullable Reservation charge(RedisAccount account, long[] costs, long waitNanos, long nowNanos) {
        RedisBook book = account.book();
        LocalBucket bucket = account.near().bucket();
        if (!book.rule().isOutdated() && book.watch(nowNanos)) {
            try {
                return bucket.reserve(costs, Math.max(waitNanos, waitNanos + book.slackNanos()));
            } catch (IllegalArgumentException notWatchedAnyMore) {
                // The part of this process has just taken the place of the whole limit, and the call is too large for
                // it.
            }
        }
        bucket.owe(costs);
        return null;
    }
}
