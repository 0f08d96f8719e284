package dev.headgate.throttle;

/**
 * How calls of one rule come back after a pause or failures, as far as this process knows. Immutable.
 *
 * @param engaged whether they go one after the other at a pace
 * @param milli that pace, in calls in 1,000 seconds; 0: not engaged
 * @param beforeMilli what went before, in the same unit; 0: not engaged
 * @param pausedNanos how long nothing of the rule goes at all; 0: there is no pause
 */
public record Pace(boolean engaged, long milli, long beforeMilli, long pausedNanos) {
    /** Nothing holds calls back but their limits. */
    public static final Pace NONE = new Pace(false, 0, 0, 0);
}
