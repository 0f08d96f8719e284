package dev.headgate.throttle;

import dev.headgate.throttle.signal.SignalTerms;
import java.util.Set;

/**
 * What a rule does when its downstream asks for a pause or fails. Immutable and valid.
 *
 * @param signals which headers are believed; none: no response makes a pause, not even one of our own
 * @param maxPauseNanos the longest pause that a response can order; then one call tries whether it is over
 * @param floorNanos the first pause after a refusal that does not say how long; 0: none
 * @param factorPercent by how much each such pause is longer than the one before; 100: not at all
 * @param floorMaxNanos the longest such pause
 * @param jitter whether such a pause is shortened at random
 * @param adaptive whether fewer calls go when many fail; after a pause calls come back at a pace in any case
 */
public record Backoff(
        SignalTerms signals,
        long maxPauseNanos,
        long floorNanos,
        int factorPercent,
        long floorMaxNanos,
        Jitter jitter,
        boolean adaptive) {
    private static final long SECOND = 1_000_000_000;

    /** What holds where the file says nothing. */
    public static final Backoff DEFAULT =
            new Backoff(SignalTerms.DEFAULT, 300 * SECOND, SECOND, 200, 30 * SECOND, Jitter.FULL, true);

    /** Responses change nothing. */
    public static final Backoff OFF =
            new Backoff(new SignalTerms(Set.of(), null), 300 * SECOND, 0, 200, 30 * SECOND, Jitter.NONE, false);

    /** How a pause of our own is shortened at random. */
    public enum Jitter {
        /** Not at all. */
        NONE,
        /** To anything between nothing and itself. */
        FULL
    }

    /** Returns the first pause after a refusal that does not say how long; 0: there is none. */
    long firstPauseNanos() {
        return signals.families().isEmpty() ? 0 : floorNanos;
    }

    /** Returns whether responses can change anything. */
    public boolean isOff() {
        return signals.families().isEmpty() && !adaptive;
    }
}
