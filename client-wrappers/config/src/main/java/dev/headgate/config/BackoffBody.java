package dev.headgate.config;

import dev.headgate.config.RuleBody.Written;
import dev.headgate.throttle.Backoff;
import dev.headgate.throttle.Backoff.Jitter;
import dev.headgate.throttle.signal.SignalTerms;
import dev.headgate.throttle.signal.SignalTerms.Family;
import dev.headgate.throttle.signal.SignalTerms.ResetUnit;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a downstream, or {@code defaults}, says under {@code backoff}; null where it says nothing.
 *
 * @param off true for {@code off}; then nothing else is said
 */
record BackoffBody(
        boolean off,
        @Nullable Written<Set<Family>> signals,
        @Nullable Written<ResetUnit> resetUnit,
        @Nullable Written<Long> maxPauseNanos,
        @Nullable Written<Long> floorNanos,
        @Nullable Integer factorPercent,
        @Nullable Written<Long> floorMaxNanos,
        @Nullable Jitter jitter,
        @Nullable Boolean adaptive) {
    static final BackoffBody OFF = new BackoffBody(true, null, null, null, null, null, null, null, null);

    /** Returns whether headers of the given family are read. */
    boolean reads(Family family) {
        return signals == null || signals.value().contains(family);
    }

    /**
     * Returns this, and what {@code defaults} say where this says nothing. Units of headers that this does not read are none
     * of its business.
     */
    BackoffBody over(@Nullable BackoffBody defaults) {
        if (off || defaults == null || defaults.off) {
            return this;
        }
        return new BackoffBody(
                false,
                either(signals, defaults.signals),
                resetUnit == null && !reads(Family.RATE_LIMIT) ? null : either(resetUnit, defaults.resetUnit),
                either(maxPauseNanos, defaults.maxPauseNanos),
                either(floorNanos, defaults.floorNanos),
                either(factorPercent, defaults.factorPercent),
                either(floorMaxNanos, defaults.floorMaxNanos),
                either(jitter, defaults.jitter),
                either(adaptive, defaults.adaptive));
    }

    private static <T> @Nullable T either(@Nullable T own, @Nullable T inherited) {
        return own == null ? inherited : own;
    }

    /** Returns this without what is said of headers. */
    BackoffBody withoutSignals() {
        return new BackoffBody(
                off, null, null, maxPauseNanos, floorNanos, factorPercent, floorMaxNanos, jitter, adaptive);
    }

    long maxPause() {
        return maxPauseNanos == null ? Backoff.DEFAULT.maxPauseNanos() : maxPauseNanos.value();
    }

    /** Returns the terms; a pause that nobody gave a length keeps within those that somebody did. */
    Backoff finished() {
        if (off) {
            return Backoff.OFF;
        }
        long longest = floorMaxNanos != null
                ? floorMaxNanos.value()
                : Math.max(
                        floorNanos == null ? 0 : floorNanos.value(),
                        Math.min(Backoff.DEFAULT.floorMaxNanos(), maxPause()));
        SignalTerms terms = new SignalTerms(
                signals == null ? SignalTerms.DEFAULT.families() : signals.value(),
                resetUnit == null ? null : resetUnit.value());
        return new Backoff(
                terms,
                maxPause(),
                floorNanos == null ? Math.min(Backoff.DEFAULT.floorNanos(), longest) : floorNanos.value(),
                Objects.requireNonNullElse(factorPercent, Backoff.DEFAULT.factorPercent()),
                longest,
                Objects.requireNonNullElse(jitter, Backoff.DEFAULT.jitter()),
                Objects.requireNonNullElse(adaptive, Backoff.DEFAULT.adaptive()));
    }
}
