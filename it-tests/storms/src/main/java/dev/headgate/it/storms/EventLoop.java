package dev.headgate.it.storms;

import dev.headgate.limiter.TimeMeter;
import java.util.PriorityQueue;

/** Virtual time: what is due runs in the order of time and, at the same time, in the order in which it was set. One thread. */
final class EventLoop implements TimeMeter {
    /** The start: a whole day since the epoch, so that windows of any length begin there. */
    static final long START = 20_000L * 86_400_000_000_000L;

    private static final double SECOND = 1e9;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now = START;
    private long number;

    /** Something that is due. */
    static final class Event implements Comparable<Event> {
        private final long at;
        private final long number;
        private final Runnable what;
        private boolean off;

        private Event(long at, long number, Runnable what) {
            this.at = at;
            this.number = number;
            this.what = what;
        }

        /** It does not happen; harmless if it has. */
        void cancel() {
            off = true;
        }

        @Override
        public int compareTo(Event other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    @Override
    public long currentTimeNanos() {
        return now;
    }

    @Override
    public boolean isWallClockBased() {
        return true;
    }

    /** Returns seconds since the start. */
    double seconds() {
        return (now - START) / SECOND;
    }

    /** Returns milliseconds since the epoch. */
    long epochMillis() {
        return now / 1_000_000;
    }

    Event in(double seconds, Runnable what) {
        return inNanos(nanos(seconds), what);
    }

    Event inNanos(long nanos, Runnable what) {
        Event event = new Event(now + Math.max(0, nanos), number++, what);
        events.add(event);
        return event;
    }

    /** Runs what is due at a time since the start. */
    Event at(double seconds, Runnable what) {
        return inNanos(START + nanos(seconds) - now, what);
    }

    /** Runs until that many seconds since the start have passed. */
    void runUntil(double seconds) {
        long end = START + nanos(seconds);
        while (!events.isEmpty() && events.peek().at <= end) {
            Event next = events.remove();
            if (!next.off) {
                now = next.at;
                next.what.run();
            }
        }
        now = end;
    }

    static long nanos(double seconds) {
        return Math.round(seconds * SECOND);
    }
}
