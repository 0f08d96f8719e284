package dev.headgate.throttle.signal;

/**
 * What a response says about when to come back. Immutable.
 *
 * @param kind how much weight it has
 * @param delayMillis for how long from the response on nothing shall go, rounded up; 0: it does not say
 * @param scope whom it speaks of
 * @param source the header that said so, in lower case; empty if none did
 */
public record Signal(Kind kind, long delayMillis, Scope scope, String source) {
    /** The response says nothing. */
    public static final Signal NONE = new Signal(Kind.NONE, 0, Scope.POLICY, "");

    /** How much weight a signal has. */
    public enum Kind {
        /** It is no signal. */
        NONE,
        /** A good answer that says that nothing is left until some time. */
        SOFT,
        /** A call was turned away. With a delay of 0 it is left to the caller when to come back, but never at once. */
        HARD
    }

    /** Whom a signal speaks of. */
    public enum Scope {
        /** Those who share what the call was counted on: its key. */
        POLICY,
        /** One resource only. */
        RESOURCE,
        /** All who call this host. */
        HOST
    }
}
