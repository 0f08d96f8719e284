package dev.headgate.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command of {@link Decide} came to. Immutable.
 *
 * @param nowMicros the time at which it was decided, microseconds since the epoch
 * @param pauseMicros until when the first schedule or its rule is paused, microseconds since the epoch, 0: never was
 * @param live how many processes are alive; -1 if it was not told a heartbeat
 * @param decisions one for each ask; empty while there is something to send again
 * @param again what to send at once, if not null: nothing was done. Its reply is read with these schedules and asks
 * @param schedules those that were asked, on newer terms if another process has a later revision of them
 * @param asks those that were asked, fitted to the newer terms
 * @param outdated whether another process has a later revision
 * @param otherTerms whether another process kept it on other terms of the same revision, or of none; now it is on these
 */
record Reply(
        long nowMicros,
        long pauseMicros,
        int live,
        List<Decision> decisions,
        @Nullable Command again,
        List<Schedule> schedules,
        List<Ask> asks,
        boolean outdated,
        boolean otherTerms) {}
