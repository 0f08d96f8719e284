package dev.headgate.config;

import dev.headgate.config.RuleBody.Written;
import dev.headgate.throttle.Backoff.Jitter;
import dev.headgate.throttle.signal.SignalTerms.Family;
import dev.headgate.throttle.signal.SignalTerms.ResetUnit;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says in code what the file says under {@code backoff}; each method is the file's key of that name. Every method throws
 * {@link IllegalArgumentException} if what it is given makes no sense. Not thread-safe.
 */
public final class BackoffBuilder {
    private @Nullable Set<Family> signals;
    private @Nullable ResetUnit resetUnit;
    private @Nullable Long maxPause;
    private @Nullable Long floor;
    private @Nullable Integer factorPercent;
    private @Nullable Long floorMax;
    private @Nullable Jitter jitter;
    private @Nullable Boolean adaptive;

    BackoffBuilder() {}

    /** Sets which headers are believed; all if not set, with no argument none: then every refusal is one without a header. */
    public BackoffBuilder signals(Family... families) {
        Set<Family> named = EnumSet.noneOf(Family.class);
        named.addAll(List.of(families));
        signals = named;
        return this;
    }

    /** Sets what plain numbers in reset headers mean; told from the number if not set. */
    public BackoffBuilder resetUnit(ResetUnit unit) {
        resetUnit = unit;
        return this;
    }

    /** Sets the longest pause that a response can order, after which one call tries; 300 seconds if not set. */
    public BackoffBuilder maxPause(Duration longest) {
        maxPause = pause(longest, BackoffReader.SHORTEST_PAUSE, "maxPause");
        return this;
    }

    /** Sets the first pause after a refusal that does not say how long; one second if not set, zero for none. */
    public BackoffBuilder floor(Duration first) {
        floor = pause(first, 0, "floor");
        return this;
    }

    /** Sets how many times longer each such pause is than the one before; 2 if not set. */
    public BackoffBuilder factor(double times) {
        if (!(times >= 1 && times <= BackoffReader.LARGEST_FACTOR)) {
            throw new IllegalArgumentException(
                    "factor must be between 1 and " + BackoffReader.LARGEST_FACTOR + ", but is " + times);
        }
        factorPercent = (int) Math.round(times * 100);
        return this;
    }

    /** Sets the longest such pause; 30 seconds if not set. */
    public BackoffBuilder floorMax(Duration longest) {
        floorMax = pause(longest, BackoffReader.SHORTEST_PAUSE, "floorMax");
        return this;
    }

    /** Sets whether such a pause is shortened at random; {@link Jitter#FULL} if not set. */
    public BackoffBuilder jitter(Jitter value) {
        jitter = value;
        return this;
    }

    /** Sets whether fewer calls go when many fail, and more again when they succeed; true if not set. */
    public BackoffBuilder adaptive(boolean value) {
        adaptive = value;
        return this;
    }

    private static long pause(Duration value, long shortest, String what) {
        boolean within = value.compareTo(Duration.ofNanos(shortest)) >= 0
                && value.compareTo(Duration.ofNanos(BackoffReader.LONGEST_PAUSE)) <= 0;
        if (!within) {
            throw new IllegalArgumentException(what + " must be between " + Units.text(shortest) + " and "
                    + Units.text(BackoffReader.LONGEST_PAUSE) + ", but is " + value);
        }
        return value.toNanos();
    }

    BackoffBody body() {
        return new BackoffBody(
                false,
                Written.inCode(signals),
                Written.inCode(resetUnit),
                Written.inCode(maxPause),
                Written.inCode(floor),
                factorPercent,
                Written.inCode(floorMax),
                jitter,
                adaptive);
    }
}
