package dev.headgate.throttle;

/** What becomes of a rule's calls while its store cannot be asked. Means nothing to a rule in {@link Store#LOCAL}. */
public enum OnFailure {
    /** Each process keeps to its share of the limit. */
    LOCAL,
    /** Calls go unlimited, and are counted as failed open. */
    ALLOW,
    /** Calls are rejected. */
    DENY
}
