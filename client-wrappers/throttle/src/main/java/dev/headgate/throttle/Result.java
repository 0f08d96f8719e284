package dev.headgate.throttle;

/** What a call that was let go showed of its downstream. */
enum Result {
    /** It was served. */
    SUCCESS,
    /** It was one too many. */
    OVERLOAD,
    /** It failed, which says nothing of how much the downstream can take. */
    FAILURE,
    /** It ended by the program's own will or ours, and tells nothing. */
    NONE;

    /** Returns whether a call that goes on the wire again after it is a retry. */
    boolean isFailure() {
        return this == OVERLOAD || this == FAILURE;
    }
}
