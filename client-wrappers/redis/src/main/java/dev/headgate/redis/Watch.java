package dev.headgate.redis;

import dev.headgate.limiter.Algorithm;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.BandwidthBuilder.SlidingWindowLogStage;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.Reservation;
import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Charge;
import dev.headgate.throttle.Request;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bucket of the whole limit that every process keeps for itself: whatever Redis says, as after it has lost its state, no
 * process alone lets go more. It remembers what Redis granted, and an honest Redis is never later than it is.
 */
final class Watch {
    private Watch() {}

    /**
     * Returns a limit as it is watched. What Redis granted comes here a moment later, so that a queue must be longer than that of
     * Redis, and that waiting calls leave evenly is seen to by Redis alone.
     */
    static Bandwidth limit(Bandwidth whole) {
        Duration period = Duration.ofNanos(whole.getRefillPeriodNanos());
        if (whole.getAlgorithm() == Algorithm.SLIDING_WINDOW_LOG && whole.isSpread()) {
            SlidingWindowLogStage log = Bandwidth.builder()
                    .slidingWindowLog(whole.getCapacity(), period)
                    .spread(false);
            return whole.isExact() ? log.exact().build() : log.build();
        }
        if (whole.getAlgorithm() == Algorithm.LEAKY_BUCKET && !whole.isMeter()) {
            return Bandwidth.builder()
                    .leakyBucket(whole.getRefillTokens(), period)
                    .depth(Math.max(whole.getDepth(), whole.getDepth() << 1))
                    .release(whole.getCapacity())
                    .build();
        }
        return whole;
    }

    /** Returns the refusal of a request that an honest Redis would refuse, too, because of this process alone; else null. */
    static Answer.@Nullable Refusal refusal(Request request, long maxWaitNanos) {
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            if (charge.budget().limits().isEmpty()) {
                continue;
            }
            RedisBook book = RedisAccount.of(charge).book();
            Answer.Refusal refusal =
                    book.rule().isOutdated() || book.isOnShare() ? null : refusal(charge, i, maxWaitNanos);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private static Answer.@Nullable Refusal refusal(Charge charge, int index, long maxWaitNanos) {
        RedisAccount account = RedisAccount.of(charge);
        LocalBucket bucket = account.near().bucket();
        long[] each;
        try {
            each = bucket.nanosToComeBack(charge.costs());
        } catch (IllegalArgumentException notWatchedAnyMore) {
            return null;
        }
        int last = 0;
        for (int i = 1; i < each.length; i++) {
            last = each[i] > each[last] ? i : last;
        }
        if (each[last] - account.book().slackNanos() <= maxWaitNanos) {
            return null;
        }
        return new Answer.Refusal(each[last], index, charge.budget().limits().get(last));
    }

    /**
     * Charges what Redis granted.
     *
     * @param latestNanos how far away the slot may be here
     * @return the same slot here, or a refusal if the whole limit does not let it go then; null: nothing is watched now
     */
    static @Nullable Reservation charge(RedisAccount account, long[] costs, long latestNanos, long nowNanos) {
        RedisBook book = account.book();
        LocalBucket bucket = account.near().bucket();
        if (!book.rule().isOutdated() && book.watch(nowNanos)) {
            try {
                return bucket.reserve(costs, latestNanos);
            } catch (IllegalArgumentException notWatchedAnyMore) {
                // The part of this process has just taken the place of the whole limit, and the call is too large for
                // it.
            }
        }
        bucket.owe(costs);
        return null;
    }
}
