package dev.headgate.limiter;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what becomes of the calls on a bucket. Thread-safe.
 *
 * <pre>{@code
 * SimpleBucketListener counts = new SimpleBucketListener();
 * Bucket bucket = Bucket.builder().addLimit(Bandwidth.simple(1, Duration.ofDays(1))).withListener(counts).build();
 * bucket.tryConsume(1);                    // counts.getConsumed() is 1
 * bucket.tryConsume(1);                    // counts.getRejected() is 1
 * }</pre>
 */
public class SimpleBucketListener implements BucketListener {
    private final LongAdder consumed = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder delayedNanos = new LongAdder();
    private final LongAdder parkedNanos = new LongAdder();
    private final LongAdder interrupted = new LongAdder();

    @Override
    public void onConsumed(long tokens) {
        consumed.add(tokens);
    }

    @Override
    public void onRejected(long tokens) {
        rejected.add(tokens);
    }

    @Override
    public void onDelayed(long nanos) {
        delayedNanos.add(nanos);
    }

    @Override
    public void onParked(long nanos) {
        parkedNanos.add(nanos);
    }

    @Override
    public void onInterrupted(InterruptedException e) {
        interrupted.increment();
    }

    /** Tokens consumed. */
    public long getConsumed() {
        return consumed.sum();
    }

    /** Tokens refused. */
    public long getRejected() {
        return rejected.sum();
    }

    /** Nanoseconds by which scheduled calls were delayed. */
    public long getDelayedNanos() {
        return delayedNanos.sum();
    }

    /** Nanoseconds for which threads were parked. */
    public long getParkedNanos() {
        return parkedNanos.sum();
    }

    /** Threads that were interrupted while they waited. */
    public long getInterrupted() {
        return interrupted.sum();
    }
}
