package dev.headgate.it.storms;

import dev.headgate.throttle.Alarm;
import java.util.concurrent.Executor;

/**
 * The timer and the pool of one process in virtual time. What the pool gets from the timer runs at once; what it gets otherwise
 * is a question to the store, which takes a trip.
 */
final class VirtualTimer implements Alarm, Executor {
    private final EventLoop loop;
    private final double tripSeconds;
    private boolean rings;

    VirtualTimer(EventLoop loop, double tripSeconds) {
        this.loop = loop;
        this.tripSeconds = tripSeconds;
    }

    @Override
    public Runnable set(long nanos, Runnable ring) {
        return loop.inNanos(nanos, () -> {
            rings = true;
            ring.run();
            rings = false;
        })::cancel;
    }

    @Override
    public void stop() {}

    @Override
    public void execute(Runnable what) {
        loop.in(rings ? 0 : tripSeconds, what);
    }
}
