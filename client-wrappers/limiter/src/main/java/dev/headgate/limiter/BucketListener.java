package dev.headgate.limiter;

/**
 * Hears what becomes of the calls on a bucket, on the thread of the call.
 *
 * <pre>{@code
 * SimpleBucketListener counts = new SimpleBucketListener();
 * Bucket counted = bucket.toListenable(counts);
 * counted.tryConsume(1);                   // counts.getConsumed() is 1
 * }</pre>
 */
public interface BucketListener {
    /** Hears nothing. */
    BucketListener NOPE = new BucketListener() {
        @Override
        public void onConsumed(long tokens) {}

        @Override
        public void onRejected(long tokens) {}

        @Override
        public void onParked(long nanos) {}

        @Override
        public void onInterrupted(InterruptedException e) {}

        @Override
        public void onDelayed(long nanos) {}
    };

    /** Tokens were consumed; a call that waits is told of when it gets its slot. */
    void onConsumed(long tokens);

    /** A call was refused. */
    void onRejected(long tokens);

    /** A thread has waited so many nanoseconds for its slot. */
    void onParked(long nanos);

    /** A thread is about to wait so many nanoseconds. */
    default void beforeParking(long nanos) {}

    /** A waiting thread was interrupted. */
    void onInterrupted(InterruptedException e);

    /** A scheduled call is continued after so many nanoseconds. */
    void onDelayed(long nanos);
}
