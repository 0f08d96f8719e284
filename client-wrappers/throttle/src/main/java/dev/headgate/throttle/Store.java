package dev.headgate.throttle;

/** Where what a rule has given is kept. */
public enum Store {
    /** In this process: the limit holds for it alone. */
    LOCAL,
    /** On Redis: one limit for every process that shares a prefix and the rule's name. */
    REDIS
}
