package dev.headgate.testkit;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Alarm;
import dev.headgate.throttle.Parking;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.RejectedExecutionException;

/**
 * A clock that moves only when it is told to, or when a thread parks: then by the time that the thread would have slept. Alarms
 * ring on the thread that moves the clock, each at its time. For tests with one thread.
 */
public final class ManualClock implements TimeMeter, Parking, Alarm {
    /** The start: a whole day since the epoch, so that windows of any length begin there. */
    public static final long START = 20_000L * 86_400_000_000_000L;

    private final PriorityQueue<Ring> alarms =
            new PriorityQueue<>(Comparator.comparingLong(Ring::at).thenComparingLong(Ring::number));
    private long now = START;
    private long number;
    private long oversleep;
    private boolean stopped;
    private Runnable whileParked = () -> {};

    private record Ring(long at, long number, Runnable ring) {}

    /** Returns nanoseconds since the start. */
    public long elapsed() {
        return now - START;
    }

    /** Returns whole milliseconds since the start. */
    public long elapsedMillis() {
        return elapsed() / 1_000_000;
    }

    public void advanceMillis(long millis) {
        advance(millis * 1_000_000);
    }

    public void advance(long nanos) {
        long end = now + nanos;
        while (!alarms.isEmpty() && alarms.peek().at() <= end) {
            Ring next = alarms.remove();
            now = Math.max(now, next.at());
            next.ring().run();
        }
        now = Math.max(now, end);
    }

    /** Moves the clock on without ringing; alarms that are due ring late, at the next move. */
    public void jump(long nanos) {
        now += nanos;
    }

    /** The next thread that parks sleeps this much longer than it asked. */
    public void oversleepOnce(long nanos) {
        oversleep = nanos;
    }

    /** Runs each time a thread parks, before the clock moves. */
    public void whileParked(Runnable action) {
        whileParked = action;
    }

    @Override
    public long currentTimeNanos() {
        return now;
    }

    @Override
    public boolean isWallClockBased() {
        return true;
    }

    @Override
    public void park(Object blocker, long nanos) {
        whileParked.run();
        if (!Thread.currentThread().isInterrupted()) {
            long longer = oversleep;
            oversleep = 0;
            advance(nanos + longer);
        }
    }

    @Override
    public Runnable set(long nanos, Runnable ring) {
        if (stopped) {
            throw new RejectedExecutionException();
        }
        Ring alarm = new Ring(now + nanos, number++, ring);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    @Override
    public void stop() {
        stopped = true;
        alarms.clear();
    }
}
