package dev.headgate.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command of {@link Decide} came to. Immutable.
 *
 * @param nowMicros the time at which it was decided, microseconds since the epoch
 * @param live how many processes are alive; -1 if it was not told a heartbeat
 * @param decisions one for each ask; empty while there is something to send again
 * @param restraints what holds calls back beside the limits, for each schedule in order; nothing does for those that it has not
 * @param pace of the rule that was told something; null: none was
 * @param again what to send at once, if not null: nothing was done. Its reply is read with these schedules and asks
 * @param schedules those that were asked, on newer terms if another process has a later revision of them
 * @param asks those that were asked, fitted to the newer terms
 * @param outdated whether another process has a later revision
 * @param otherTerms whether another process kept it on other terms of the same revision, or of none; now it is on these
 */
record Reply(
        long nowMicros,
        int live,
        List<Decision> decisions,
        List<Restraint> restraints,
        @Nullable Pace pace,
        @Nullable Command again,
        List<Schedule> schedules,
        List<Ask> asks,
        boolean outdated,
        boolean otherTerms) {
    /**
     * What holds the calls of a schedule back beside its limits.
     *
     * @param pauseMicros how long nobody goes from now on, 0: there is no pause
     * @param gapMicros time from one call to the next at least; 0: there is no pace
     * @param probeMicros for how long one call tries alone after the pause; 0: none does; less than 0: one is on its way or has
     *     a slot, and the pause ends so long after its slot
     */
    record Restraint(long pauseMicros, long gapMicros, long probeMicros) {
        boolean isNothing() {
            return pauseMicros == 0 && gapMicros == 0 && probeMicros == 0;
        }
    }

    /**
     * How many calls of a rule go in 1,000 s, 0: as many as the limits let; and how many went before that began.
     */
    record Pace(long milli, long before) {}

    static Reply again(Command again, List<Schedule> schedules, List<Ask> asks, boolean outdated) {
        return new Reply(0, -1, List.of(), List.of(), null, again, schedules, asks, outdated, false);
    }
}
