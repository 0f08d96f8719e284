package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection, and the trips on it: one at a time, which its user sees to. A trip that is lost opens the breaker. The rest is
 * thread-safe.
 */
final class Trips<S> {
    /** What is sent, and what must be sent at once because of the replies, and because of the replies to that. */
    private static final int MOST_ROUNDS = 3;

    /** How long a trip is late before its connection is closed under it: by then it is not for want of a processor. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final RedisTroubleException RESTLESS =
            new RedisTroubleException("What Redis keeps of a rule changes faster than it is read", null);

    private final TimeMeter clock;
    private final LongSupplier timeout;
    private final Breaker breaker;

    private volatile @Nullable Line line;
    /** Odd while a trip is under way. */
    private volatile long number;
    /** The trip that somebody has already waited for in vain, and since when. */
    private volatile long late = -1;

    private volatile long lateNanos;

    Trips(TimeMeter clock, LongSupplier timeout, Breaker breaker) {
        this.clock = clock;
        this.timeout = timeout;
        this.breaker = breaker;
    }

    /** Takes a connection, as long as nobody else uses one. */
    void use(Line fresh) {
        line = fresh;
    }

    /** Makes a trip with what was gathered, and tells everybody who is in it. */
    void make(Batch<S> batch) {
        Line current = line;
        if (current == null || !breaker.isClosed()) {
            batch.end(breaker.trouble());
            return;
        }
        long own = number;
        long now = clock.currentTimeNanos();
        number = own + 1;
        RedisTroubleException trouble = talk(batch, current, now);
        number = own + 2;
        if (trouble != null) {
            current.close();
            // Before the breaker opens: then there may be a new one at once.
            line = null;
            breaker.open(trouble);
        }
        batch.end(trouble == null ? RESTLESS : trouble);
    }

    /** Returns why nobody may go on with this connection, or null. */
    private @Nullable RedisTroubleException talk(Batch<S> batch, Line current, long now) {
        try {
            List<Command> commands = batch.commands(now);
            RedisTroubleException outage = null;
            long timeoutNanos = timeout.getAsLong();
            for (int i = 0; i < MOST_ROUNDS && outage == null && !commands.isEmpty(); i++) {
                long left = i == 0 ? timeoutNanos : now + timeoutNanos - clock.currentTimeNanos();
                if (left <= 0) {
                    break;
                }
                outage = batch.read(current.call(commands, left));
            }
            return outage;
        } catch (LineBrokenException e) {
            return new RedisTroubleException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            return new RedisTroubleException("The connection to Redis broke: " + e, e);
        }
    }

    /** Says that somebody has waited long enough for the trip that is under way: nobody else shall. */
    void giveUp() {
        long own = number;
        if (isUnderWay(own) && late != own) {
            lateNanos = clock.currentTimeNanos();
            late = own;
        }
    }

    /** Returns whether a trip is under way that somebody has given up. */
    boolean isLate() {
        if (late != number) {
            return false;
        }
        // Reads end by themselves; a write to a peer that takes nothing does not. Only time since somebody looked
        // counts: a
        // pause of this process says nothing about the peer.
        Line stuck = line;
        if (stuck != null && clock.currentTimeNanos() - lateNanos > STUCK_NANOS && late == number) {
            stuck.close();
        }
        return true;
    }

    private static boolean isUnderWay(long trip) {
        return (trip & 1) != 0;
    }

    /** Closes the connection. */
    void close() {
        Line last = line;
        if (last != null) {
            last.close();
        }
    }
}
