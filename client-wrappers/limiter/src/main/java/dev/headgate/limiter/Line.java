package dev.headgate.limiter;

import org.jspecify.annotations.Nullable;

/**
 * The line of those who were given slots: the time it has come to, its end, the holes in it, and what holds it back beside the
 * limits. A base and not a part of the budget, which is there once for each key and is to be one object. Single-threaded; times
 * are ticks since the epoch.
 */
abstract class Line {
    /** A clock that is further back than this was set back; less is a hiccup and counts as the time of the last change. */
    private final long stepBack;

    /** The time of the last change. */
    long seen;

    /** The slot that was given last, or {@link Ticks#BEFORE_ALL}. */
    long last = Ticks.BEFORE_ALL;

    Restraint restraint = Restraint.NONE;

    /** Every charge has a mark of its own; {@code mark} is that of the charge that the limits stand at. */
    long mark;

    long marks;
    int generation;

    @Nullable
    Holes holes;

    /** The time that the decision counts from. */
    long now;

    Line(long now, long stepBack) {
        this.stepBack = stepBack;
        this.seen = now;
        this.now = now;
    }

    /** The clock was set back: all that the limits remember, up to {@code latest}, moves back with it. */
    abstract void shiftLimits(long latest, long back);

    /** What holds calls back beside the limits, at {@code time}; to look at. */
    final Restraint restraint(long time) {
        enter(time);
        return restraint;
    }

    /** As {@link #restraint}, to change. */
    final Restraint ownRestraint(long time) {
        enter(time);
        seen = now;
        if (restraint == Restraint.NONE) {
            restraint = new Restraint();
        }
        return restraint;
    }

    /** Nothing but the limits holds calls back any more. */
    final void lift(long time) {
        enter(time);
        seen = now;
        restraint = Restraint.NONE;
    }

    /** Whether more than the limits holds calls back, as of the last decision. */
    final boolean isRestrained() {
        return restraint.holds(now);
    }

    /** The first time at which a call may stand behind all others. */
    final long from() {
        return restraint.earliest(Math.max(now, last), last);
    }

    /** The slot that was given last, or {@link Ticks#BEFORE_ALL}. */
    final long last() {
        return last;
    }

    /** Whether nobody waits and nothing keeps anybody from going but the limits. */
    final boolean isIdle() {
        return last <= now && !isRestrained() && (holes == null || holes.isEmpty());
    }

    /** The holes, to change. */
    final Holes openHoles() {
        Holes open = holes;
        if (open == null) {
            open = holes = new Holes();
        }
        return open;
    }

    /** The time is now {@code time}, as far as the clock can be believed. */
    final void enter(long time) {
        if (time < seen) {
            long back = Ticks.minus(seen, time);
            if (back > stepBack) {
                setBack(time, back);
            }
        }
        now = Math.max(time, seen);
        if (holes != null) {
            holes.dropBefore(now);
        }
    }

    /** The clock was set back: all that is remembered moves back with it, and is kept so. */
    private void setBack(long time, long back) {
        shiftLimits(Math.max(seen, last), back);
        if (last != Ticks.BEFORE_ALL) {
            last = Ticks.minus(last, back);
        }
        restraint.shift(back);
        now = time;
        forgetSlots();
    }

    /** Slots given so far stand, but cannot be cancelled any more, and holes count as used. */
    final void forgetSlots() {
        seen = now;
        holes = null;
        generation++;
        mark = ++marks;
    }
}
