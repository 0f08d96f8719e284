package dev.headgate.limiter;

import java.util.Objects;

/**
 * What a call takes from one of several buckets: a cost for each limit of that bucket, in order.
 *
 * @param bucket a bucket of this process
 * @param costs one for each limit, 0 for a limit that is not charged; not copied
 */
public record Claim(LocalBucket bucket, long[] costs) {
    /** Throws {@link NullPointerException} if either is null. */
    public Claim {
        Objects.requireNonNull(bucket, "bucket");
        Objects.requireNonNull(costs, "costs");
    }
}
