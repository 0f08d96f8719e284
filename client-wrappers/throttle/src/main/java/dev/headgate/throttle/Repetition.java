package dev.headgate.throttle;

/** Whether a call is one that failed before and is made again. */
enum Repetition {
    /** Nothing says so. */
    NONE,
    /** One to the same URL failed a moment ago; that may be a retry, or a program that asks the same again and again. */
    LIKELY,
    /** It says so itself, or its client does. */
    CERTAIN
}
