package dev.headgate.limiter;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Calls on a bucket that are continued by a scheduler. */
final class SchedulingView implements SchedulingBucket {
    private final LocalBucket bucket;
    private final BucketListener listener;

    SchedulingView(LocalBucket bucket, BucketListener listener) {
        this.bucket = bucket;
        this.listener = listener;
    }

    @Override
    public CompletableFuture<Boolean> tryConsume(
            long numTokens, long maxWaitNanos, ScheduledExecutorService scheduler) {
        BandwidthDraft.positive("maxWaitNanos", maxWaitNanos);
        return new Call(numTokens, maxWaitNanos, false, scheduler).start();
    }

    @Override
    public CompletableFuture<Void> consume(long numTokens, ScheduledExecutorService scheduler) {
        CompletableFuture<Boolean> call = new Call(numTokens, Long.MAX_VALUE, true, scheduler).start();
        CompletableFuture<Void> done = call.thenApply(went -> null);
        done.whenComplete((nothing, failure) -> {
            if (done.isCancelled()) {
                call.cancel(false);
            }
        });
        return done;
    }

    /** One call, from the first asking to its slot. */
    private final class Call {
        private final CompletableFuture<Boolean> future = new CompletableFuture<>();
        private final long tokens;
        private final boolean neverGivesUp;
        private final ScheduledExecutorService scheduler;
        private final Waiting waiting;

        Call(long tokens, long maxWait, boolean neverGivesUp, ScheduledExecutorService scheduler) {
            this.tokens = tokens;
            this.neverGivesUp = neverGivesUp;
            this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
            this.waiting = new Waiting(bucket, tokens, maxWait);
        }

        CompletableFuture<Boolean> start() {
            ask();
            return future;
        }

        private void ask() {
            Reservation place = waiting.ask();
            if (!place.isGranted() && !neverGivesUp) {
                listener.onRejected(tokens);
                future.complete(false);
            } else if (place.isGranted() && place.nanosToWait() == 0) {
                goes();
            } else {
                schedule(place, place.isGranted() ? place.nanosToWait() : waiting.untilRoom(place));
            }
        }

        private void goes() {
            listener.onConsumed(tokens);
            future.complete(true);
        }

        private void schedule(Reservation place, long nanos) {
            AtomicBoolean woke = new AtomicBoolean();
            Future<?> task;
            try {
                task = scheduler.schedule(() -> wake(place, nanos, woke), nanos, TimeUnit.NANOSECONDS);
            } catch (RuntimeException schedulerIsClosed) {
                place.cancel();
                throw schedulerIsClosed;
            }
            future.whenComplete((went, failure) -> {
                if (!woke.get()) {
                    task.cancel(false);
                    place.cancel();
                }
            });
        }

        private void wake(Reservation place, long nanos, AtomicBoolean woke) {
            woke.set(true);
            if (future.isDone()) {
                return;
            }
            listener.onDelayed(nanos);
            if (place.isGranted() && !waiting.hasLost(place)) {
                goes();
                return;
            }
            try {
                ask();
            } catch (RuntimeException e) {
                future.completeExceptionally(e);
            }
        }
    }
}
