package dev.headgate.redis;

import org.jspecify.annotations.Nullable;

/**
 * What a process tells a rule on the way. Immutable.
 *
 * @param heartbeat the name of this process, at most 31 ASCII characters, if it is to be counted as alive for the next 15 s;
 *     then the reply says how many are
 * @param pauseMicros how long from now nobody goes, 0: none is ordered; the latest end holds
 * @param ofKey whether that pause is of the first schedule alone, not of the rule
 * @param succeeded how many calls succeeded since it was last told
 * @param overloaded how many found the downstream overloaded
 */
record News(@Nullable String heartbeat, long pauseMicros, boolean ofKey, long succeeded, long overloaded) {
    /** Nothing new, but pauses and paces of rules hold. */
    static final News NONE = new News(null, 0, false, 0, 0);

    byte[] packed() {
        return new Packed(32)
                .text(heartbeat == null ? "" : heartbeat)
                .number(pauseMicros)
                .number(ofKey ? 1 : 0)
                .number(succeeded)
                .number(overloaded)
                .toBytes();
    }
}
