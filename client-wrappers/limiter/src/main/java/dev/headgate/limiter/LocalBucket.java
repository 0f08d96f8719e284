package dev.headgate.limiter;

import java.time.Instant;

/**
 * A bucket in this process. Beside the verbs of {@link Bucket} it hands out {@link Reservation}s, which can be cancelled. Where
 * {@code costs} are given, there is one for each limit, in order; a limit with cost 0 is neither asked nor charged.
 *
 * <pre>{@code
 * if (!bucket.tryConsume(1, 30)) { skip(); }                  // goes only while 30 more could go: the rest is for others
 * bucket.pauseUntil(Instant.now().plusSeconds(20));           // the other side said Retry-After: 20
 * }</pre>
 */
public interface LocalBucket extends Bucket {
    /** The limits. */
    BucketConfiguration getConfiguration();

    /** The clock. */
    TimeMeter getTimeMeter();

    /** How threads share this bucket. */
    SynchronizationStrategy getSynchronizationStrategy();

    /**
     * Takes a place in the line: the earliest slot that every limit allows, or a refusal, which changes nothing, if that is
     * more than {@code maxWaitNanos} away. 0 does not wait.
     *
     * @throws IllegalArgumentException if the tokens could never go, or the wait is negative
     */
    Reservation reserve(long tokens, long maxWaitNanos);

    /** As {@link #reserve(long, long)} with a cost for each limit. */
    Reservation reserve(long[] costs, long maxWaitNanos);

    /** Charges each limit its cost whether it may go or not; returns nanoseconds until no limit is exceeded any more. */
    long owe(long[] costs);

    /** Consumes the tokens only if {@code leaving} more could go at the same time: for calls that should not take the last. */
    boolean tryConsume(long numTokens, long leaving);

    /** As {@link #tryConsume(long, long)} with both for each limit; the answer never waits, and says when to come back. */
    Reservation takeLeaving(long[] costs, long[] leaving);

    /**
     * Tells of each limit, in order, how many nanoseconds from now it alone would let a call with these costs go at once, if
     * nobody else came; 0 for one that is not charged. The largest is when all of them would.
     */
    long[] nanosToComeBack(long[] costs);

    /** Nothing goes before {@code instant}; of several pauses the latest holds. Slots that were given stand. */
    void pauseUntil(Instant instant);

    /** As {@link #pauseUntil}, on the bucket's own clock: nothing goes for {@code nanos} from now. */
    void pause(long nanos);

    /** Nanoseconds until the pause ends; 0 if there is none. */
    long nanosPaused();

    /** What holds calls back beside the limits. */
    Pacing pacing();

    @Override
    LocalBucket toListenable(BucketListener listener);
}
