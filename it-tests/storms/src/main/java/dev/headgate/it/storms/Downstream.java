package dev.headgate.it.storms;

/**
 * The remote system, when it is well. Immutable.
 *
 * @param capacity calls that it serves a second
 * @param workers calls that it serves at once: each takes {@code workers / capacity} seconds, exponentially distributed
 * @param queue calls that it lets wait; more are refused at once
 * @param networkSeconds how long a call is on its way at most
 */
public record Downstream(double capacity, int workers, int queue, double networkSeconds) {
    /** 200 calls a second and a queue of five seconds. */
    public static final Downstream USUAL = new Downstream(200, 20, 1000, 0);

    /** Returns one of another size, whose calls take as long and whose queue is as long in seconds. */
    public Downstream ofCapacity(double perSecond) {
        double factor = perSecond / capacity;
        return new Downstream(
                perSecond,
                (int) Math.max(1, Math.round(workers * factor)),
                (int) Math.max(1, Math.round(queue * factor)),
                networkSeconds);
    }

    /** Returns the same with another queue. */
    public Downstream withQueue(int calls) {
        return new Downstream(capacity, workers, calls, networkSeconds);
    }

    /** Returns the same with a slower network. */
    public Downstream withNetwork(double mostSeconds) {
        return new Downstream(capacity, workers, queue, mostSeconds);
    }
}
