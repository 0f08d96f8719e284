package dev.headgate.throttle;

/** The form in which a call learns that it may not go. */
public enum Reject {
    /** An exception that the client does not retry. */
    EXCEPTION,
    /** A response 429 with the headers that say when to come back, where the client can be given one. */
    RESPONSE
}
