package dev.headgate.limiter;

import java.util.Objects;

/**
 * What a call takes from one of several buckets: a cost for each limit of that bucket, in order.
 *
 * <pre>{@code
 * new Claim(bucket, new long[] {1, 500});   // one of the first limit's tokens, 500 of the second's
 * }</pre>
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
