package dev.headgate.limiter;

import java.util.Objects;

/** Threads that wait on a bucket. */
final class BlockingView implements BlockingBucket {
    private final LocalBucket bucket;
    private final BucketListener listener;

    BlockingView(LocalBucket bucket, BucketListener listener) {
        this.bucket = bucket;
        this.listener = listener;
    }

    @Override
    public boolean tryConsume(long numTokens, long maxWaitNanos, BlockingStrategy blockingStrategy)
            throws InterruptedException {
        BandwidthDraft.positive("maxWaitNanos", maxWaitNanos);
        return await(numTokens, maxWaitNanos, false, Objects.requireNonNull(blockingStrategy, "blockingStrategy"));
    }

    @Override
    public void consume(long numTokens, BlockingStrategy blockingStrategy) throws InterruptedException {
        await(numTokens, Long.MAX_VALUE, true, Objects.requireNonNull(blockingStrategy, "blockingStrategy"));
    }

    @Override
    public boolean tryConsumeUninterruptibly(
            long numTokens, long maxWaitNanos, UninterruptibleBlockingStrategy blockingStrategy) {
        BandwidthDraft.positive("maxWaitNanos", maxWaitNanos);
        return awaitUninterruptibly(numTokens, maxWaitNanos, false, blockingStrategy);
    }

    @Override
    public void consumeUninterruptibly(long numTokens, UninterruptibleBlockingStrategy blockingStrategy) {
        awaitUninterruptibly(numTokens, Long.MAX_VALUE, true, blockingStrategy);
    }

    private boolean awaitUninterruptibly(
            long tokens, long maxWait, boolean never, UninterruptibleBlockingStrategy strategy) {
        Objects.requireNonNull(strategy, "blockingStrategy");
        try {
            return await(tokens, maxWait, never, strategy::parkUninterruptibly);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("An uninterruptible wait was interrupted", impossible);
        }
    }

    private boolean await(long tokens, long maxWait, boolean neverGivesUp, BlockingStrategy strategy)
            throws InterruptedException {
        Waiting waiting = new Waiting(bucket, tokens, maxWait);
        while (true) {
            Reservation place = waiting.ask();
            if (!place.isGranted() && !neverGivesUp) {
                listener.onRejected(tokens);
                return false;
            }
            long nanos = place.isGranted() ? place.nanosToWait() : waiting.untilRoom(place);
            if (nanos > 0) {
                park(place, nanos, strategy);
            }
            if (place.isGranted() && !waiting.hasLost(place)) {
                listener.onConsumed(tokens);
                return true;
            }
        }
    }

    private void park(Reservation place, long nanos, BlockingStrategy strategy) throws InterruptedException {
        listener.beforeParking(nanos);
        try {
            strategy.park(nanos);
        } catch (InterruptedException e) {
            place.cancel();
            listener.onInterrupted(e);
            throw e;
        }
        listener.onParked(nanos);
    }
}
