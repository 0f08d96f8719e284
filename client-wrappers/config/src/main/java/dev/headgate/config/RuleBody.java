package dev.headgate.config;

import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a downstream, or {@code defaults}, says beside which calls it means; null where it says nothing.
 *
 * @param limitsBad true if there were limits that have been refused
 * @param queueAt where the queue was written
 * @param chargeAt where {@code charge} was written
 */
record RuleBody(
        @Nullable Mode mode,
        @Nullable RuleLimits limits,
        boolean limitsBad,
        @Nullable KeyParts key,
        @Nullable Integer maxKeys,
        @Nullable Long waitNanos,
        @Nullable Integer queue,
        Span queueAt,
        @Nullable List<Also> also,
        @Nullable Span chargeAt,
        @Nullable Written<Store> store,
        @Nullable Written<OnFailure> onFailure,
        @Nullable BackoffBody backoff,
        @Nullable RetryBody retries,
        @Nullable Written<Reject> reject) {
    /** The name of another rule and where it was written. */
    record Also(String name, Span at) {}

    /** A value and where it was written. */
    record Written<T>(T value, Span at) {
        static <T> @Nullable Written<T> inCode(@Nullable T value) {
            return value == null ? null : new Written<>(value, CODE);
        }
    }

    /** Where code stands, for checks that name places of a file. */
    static final Span CODE = new Span(0, 0, 0, 0);

    static final RuleBody NOTHING = of(null, false);

    static RuleBody of(RuleLimits limits) {
        return of(limits, false);
    }

    static RuleBody badLimits() {
        return of(null, true);
    }

    private static RuleBody of(@Nullable RuleLimits limits, boolean bad) {
        return new RuleBody(
                null, limits, bad, null, null, null, null, Span.START, null, null, null, null, null, null, null);
    }

    /**
     * Returns what of this, which {@code defaults} say, the rule inherits: not itself in {@code also}, as what all take it takes
     * anyway, and nothing of responses if it is of a database, where there are none.
     */
    RuleBody inheritedBy(String rule, boolean jdbc) {
        List<Also> others = also == null
                ? null
                : also.stream().filter(other -> !other.name().equals(rule)).toList();
        return new RuleBody(
                mode,
                limits,
                limitsBad,
                key,
                maxKeys,
                waitNanos,
                queue,
                queueAt,
                others,
                chargeAt,
                store,
                onFailure,
                backoff == null || !jdbc ? backoff : backoff.withoutSignals(),
                retries,
                jdbc ? null : reject);
    }

    /** Returns this, and what {@code defaults} say where this says nothing. */
    RuleBody over(RuleBody defaults) {
        Written<Store> either = store == null ? defaults.store : store;
        boolean local = either != null && either.value() == Store.LOCAL;
        boolean free = limits != null && limits.unlimited();
        return new RuleBody(
                mode == null ? defaults.mode : mode,
                limits == null && !limitsBad ? defaults.limits : limits,
                limitsBad || limits == null && defaults.limitsBad,
                key == null ? defaults.key : key,
                maxKeys == null ? defaults.maxKeys : maxKeys,
                waitNanos == null ? defaults.waitNanos : waitNanos,
                queue == null ? defaults.queue : queue,
                queueAt,
                also == null ? defaults.also : also,
                chargeAt,
                either,
                onFailure == null && !local ? defaults.onFailure : onFailure,
                backoff == null ? free ? null : defaults.backoff : backoff.over(defaults.backoff),
                retries == null ? free ? null : defaults.retries : retries.over(defaults.retries),
                reject == null ? defaults.reject : reject);
    }
}
