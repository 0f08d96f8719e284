package dev.headgate.redis;

import org.jspecify.annotations.Nullable;

/**
 * What a process tells a rule on the way. Immutable.
 *
 * @param heartbeat the name of this process, at most 31 ASCII characters, if it is to be counted as alive for the next 15 s;
 *     then the reply says how many are
 * @param ordered what is said of one schedule; null: nothing
 * @param told what became of calls; null: nothing new
 */
record News(
        @Nullable String heartbeat,
        @Nullable Ordered ordered,
        @Nullable Told told) {
    /**
     * What is said of one schedule.
     *
     * @param schedule which of those that are asked, from 0
     * @param pauseMicros how long from now nobody goes, 0: that was not ordered; the latest end holds
     * @param probeMicros how long then one call tries before another does, 0: the pause simply ends
     * @param served whether a call was served: if it tried after a pause, that is over, but for the one ordered here
     */
    record Ordered(int schedule, long pauseMicros, long probeMicros, boolean served) {
        static final Ordered NOTHING = new Ordered(0, 0, 0, false);
    }

    /**
     * What became of calls of a rule since it was last told.
     *
     * @param pauseMicros how long from now nobody goes, 0: none is ordered; the latest end holds
     * @param probeMicros how long then one call tries before another does, 0: the pause simply ends
     * @param backoffMicros how long from now nobody goes unless most calls are served, 0: that was not asked for
     * @param partMicros how long from now nobody of some key goes, 0: that is not so
     * @param admitted how many were given a slot; less than 0: more gave one back
     * @param succeeded how many were served
     * @param overloaded how many were too many for the downstream
     * @param tightest pace of the tightest limit of all calls, calls per 1,000 s; 0: there is none
     * @param adaptive whether failures cut the pace
     * @param knownPace the pace that this process knows, if Redis has lost it; else 0
     * @param knownBefore what went before that pace began
     */
    record Told(
            long pauseMicros,
            long probeMicros,
            long backoffMicros,
            long partMicros,
            long admitted,
            long succeeded,
            long overloaded,
            long tightest,
            boolean adaptive,
            long knownPace,
            long knownBefore) {}

    byte[] packed() {
        Ordered said = ordered == null ? Ordered.NOTHING : ordered;
        Packed packed = new Packed(96)
                .text(heartbeat == null ? "" : heartbeat)
                .number(said.pauseMicros)
                .number(said.probeMicros)
                .number(said.served ? 1 : 0);
        if (told != null) {
            packed.number(told.pauseMicros)
                    .number(told.probeMicros)
                    .number(told.backoffMicros)
                    .number(told.partMicros)
                    .number(told.admitted)
                    .number(told.succeeded)
                    .number(told.overloaded)
                    .number(told.tightest)
                    .number(told.adaptive ? 1 : 0)
                    .number(told.knownPace)
                    .number(told.knownBefore);
        }
        return packed.toBytes();
    }
}
