package dev.headgate.throttle;

/**
 * What became of calls on the wire, for the ledger that decided them. Immutable.
 *
 * @param succeeded calls that the downstream served
 * @param overloaded calls of which it said, or showed, that they were too many
 * @param keyPauseNanos for how long from now nothing of the call's key shall go; 0: no pause
 * @param rulePauseNanos for how long from now nothing of the rule shall go; 0: no pause
 * @param probe whether one call shall try when these pauses end, and the others only when it was served
 * @param backoffNanos for how long nothing of the rule shall go unless most of its calls are served all the same: a pause that
 *     nobody ordered
 */
public record Feedback(
        long succeeded, long overloaded, long keyPauseNanos, long rulePauseNanos, boolean probe, long backoffNanos) {
    /** Nothing to tell. */
    public static final Feedback NONE = new Feedback(0, 0, 0, 0);

    /** One call was served. */
    public static final Feedback SUCCEEDED = new Feedback(1, 0, 0, 0);

    /** One call was too many. */
    public static final Feedback OVERLOADED = new Feedback(0, 1, 0, 0);

    /** Checks that nothing is negative. */
    public Feedback {
        if (succeeded < 0 || overloaded < 0 || keyPauseNanos < 0 || rulePauseNanos < 0 || backoffNanos < 0) {
            throw new IllegalArgumentException("Counts and pauses are 0 or more, not " + succeeded + ", " + overloaded
                    + ", " + keyPauseNanos + ", " + rulePauseNanos + " and " + backoffNanos);
        }
    }

    /** Makes one whose pauses simply end. */
    public Feedback(long succeeded, long overloaded, long keyPauseNanos, long rulePauseNanos) {
        this(succeeded, overloaded, keyPauseNanos, rulePauseNanos, false, 0);
    }

    /** Returns both as one: counts add up, the longer pause holds. Both pauses must begin at the same time. */
    public Feedback and(Feedback other) {
        return new Feedback(
                succeeded + other.succeeded,
                overloaded + other.overloaded,
                Math.max(keyPauseNanos, other.keyPauseNanos),
                Math.max(rulePauseNanos, other.rulePauseNanos),
                probe || other.probe,
                Math.max(backoffNanos, other.backoffNanos));
    }
}
