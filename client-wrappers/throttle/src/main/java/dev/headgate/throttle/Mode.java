package dev.headgate.throttle;

/** What a rule does with its verdicts. */
public enum Mode {
    /** Holds and rejects. */
    ENFORCE,
    /** Decides and counts, never holds or rejects a call. */
    OBSERVE,
    /** As if the rule were not there. */
    OFF
}
