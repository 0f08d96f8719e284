package dev.headgate.throttle;

import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * All rules of one file in force: tells of a call which downstream it goes to and what it takes there. Thread-safe; nothing
 * here waits.
 */
public interface Downstreams {
    /**
     * Returns true if a rule names this host, whatever else the rule asks for. One look-up in a bounded table: no allocation
     * and no lock for a host that was seen before.
     *
     * @param host as the client spells it: any case, with or without brackets and trailing dot
     */
    boolean namesHost(String host);

    /**
     * Returns what a request takes, or null if no rule (or one without limits) is charged with it.
     *
     * @param reader reads requests of this client's type
     * @param request the request as it goes on the wire: this hop's host, method, path and headers
     */
    <R> @Nullable Demand http(HttpReader<R> reader, R request);

    /** Returns what one borrow from a pool takes, or null if no rule is charged with it. */
    @Nullable
    Demand jdbc(JdbcTarget target);

    /**
     * Returns the downstream of that name.
     *
     * @param name the rule's name
     * @throws IllegalArgumentException if there is none; the message lists those there are
     */
    Throttle downstream(String name);

    /**
     * Returns the pool on which delayed calls go on. Never run a program's code on a timer thread; hand it over to this pool,
     * and keep what runs there short.
     */
    Executor continuations();

    /**
     * Keeps the JVM from ending by itself, for a call that waits without a thread but whose client would have one that is no
     * daemon. Never blocks.
     *
     * @return to be run when the call needs it no more; at any later time it changes nothing
     */
    Runnable stayAwake();

    /**
     * Returns the time of the clock by which calls wait, in nanoseconds from some fixed instant. For telling how much of a
     * call's own timeout has passed; not the time of day.
     */
    long nanoTime();
}
