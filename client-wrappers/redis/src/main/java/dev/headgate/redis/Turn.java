package dev.headgate.redis;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A place in the queue of one process for one limit. Its decision belongs to the limit's lock. */
final class Turn {
    private final boolean waits;
    private final long since;
    private final long longest;
    private final Consumer<Permit> whenInside;
    private final Runnable whenRefused;
    private final Predicate<Turn> leave;
    private boolean decided;
    private @Nullable Permit permit;

    private Turn(
            boolean waits,
            long since,
            long longest,
            Consumer<Permit> whenInside,
            Runnable whenRefused,
            Predicate<Turn> leave) {
        this.waits = waits;
        this.since = since;
        this.longest = longest;
        this.whenInside = whenInside;
        this.whenRefused = whenRefused;
        this.leave = leave;
    }

    /** The turn of a caller that is decided by the next trip, and looks for itself. */
    static Turn now() {
        return new Turn(false, 0, Long.MAX_VALUE, permit -> {}, () -> {}, turn -> false);
    }

    /** The turn of a caller that waits, at most {@code longest} nanoseconds from {@code since}. */
    static Turn waiting(
            long since, long longest, Consumer<Permit> whenInside, Runnable whenRefused, Predicate<Turn> leave) {
        return new Turn(true, since, longest, whenInside, whenRefused, leave);
    }

    boolean waits() {
        return waits;
    }

    long nanosLeft(long now) {
        return waits ? longest - (now - since) : Long.MAX_VALUE;
    }

    boolean isDecided() {
        return decided;
    }

    @Nullable
    Permit permit() {
        return permit;
    }

    void decide(@Nullable Permit outcome) {
        decided = true;
        permit = outcome;
    }

    /** Tells a caller that waited what was decided, on this thread. A failure of the caller's gives the permit back. */
    void tell(PermitEvents events) {
        Permit mine = permit;
        try {
            if (mine == null) {
                whenRefused.run();
            } else {
                whenInside.accept(mine);
            }
        } catch (RuntimeException | Error e) {
            if (mine != null) {
                mine.close();
            }
            events.failed(e);
        }
    }

    /** Leaves the queue. False if it is too late: the permit was or is being handed over and must be closed, or refused. */
    boolean cancel() {
        return leave.test(this);
    }
}
