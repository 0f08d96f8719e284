package dev.headgate.it.storms.live;

import dev.headgate.it.storms.Downstream;
import dev.headgate.it.storms.Trouble;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.function.DoubleSupplier;

/**
 * The workers of a downstream and the bounded queue before them. The first call that waits is the first that is served, so it can
 * be told as a call arrives when it will have been. Thread-safe.
 */
final class Workers {
    private final Downstream downstream;
    private final Trouble trouble;
    private final DoubleSupplier random;
    private final PriorityQueue<Double> free = new PriorityQueue<>();
    private final ArrayDeque<Double> begins = new ArrayDeque<>();
    private double last;

    /** @param random numbers from 0, inclusive, to 1, exclusive */
    Workers(Downstream downstream, Trouble trouble, DoubleSupplier random) {
        this.downstream = downstream;
        this.trouble = trouble;
        this.random = random;
        for (int i = 0; i < downstream.workers(); i++) {
            free.add(0.0);
        }
    }

    /**
     * Takes a call.
     *
     * @param second when it arrives; one that is earlier than that of the call before counts as the same
     * @return in how many seconds it is done; negative if there is no room for it
     */
    synchronized double take(double second) {
        double now = Math.max(last, second);
        last = now;
        while (!begins.isEmpty() && begins.peek() <= now) {
            begins.remove();
        }
        if (begins.size() >= downstream.queue()) {
            return -1;
        }
        double begin = Math.max(now, free.remove());
        if (begin > now) {
            begins.add(begin);
        }
        double mean = downstream.workers() / (downstream.capacity() * trouble.capacity(begin));
        double done = begin - Math.log1p(-random.getAsDouble()) * mean;
        free.add(done);
        return done - now;
    }
}
