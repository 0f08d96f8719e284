package dev.headgate.throttle;

import dev.headgate.throttle.signal.Signal;

/** What a person reads of a pause. */
final class PauseWords {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MOST_MILLIS = Long.MAX_VALUE / NANOS_PER_MILLI;

    private PauseWords() {}

    /** Why a pause was ordered: half a sentence. */
    static String ordered(int status, Signal signal) {
        String time = Wording.time(Math.min(MOST_MILLIS, signal.delayMillis()) * NANOS_PER_MILLI);
        return signal.kind() == Signal.Kind.SOFT
                ? "the other side said that nothing is left for " + time + " (" + signal.source() + ")"
                : "the other side answered " + status + " and said to come back in " + time + " (" + signal.source()
                        + ")";
    }

    /** Why we pause though nobody said for how long. */
    static String answered(int status) {
        return "the other side answered " + status + " and did not say for how long";
    }

    /**
     * The line of a pause that begins.
     *
     * @param cut whether it is shorter than what was ordered
     */
    static String begins(Rule rule, String why, PauseScope whose, long nanos, boolean cut) {
        return rule.name() + ": " + why + "; no call" + (whose.isRule() ? "" : " with the key " + whose.key())
                + " goes for " + Wording.time(nanos)
                + (cut ? ", the longest there is (max-pause), then one tries" : "")
                + observed(rule);
    }

    /** What is to be said of a rule that holds no call. */
    static String observed(Rule rule) {
        return rule.mode() == Mode.OBSERVE ? " (so it would be; mode: observe holds no call)" : "";
    }
}
