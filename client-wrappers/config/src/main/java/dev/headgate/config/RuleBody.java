package dev.headgate.config;

import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a downstream, or {@code defaults}, says beside which calls it means; null where it says nothing.
 *
 * @param limits empty for {@code unlimited}
 * @param limitsBad true if there were limits that have been refused
 * @param queueAt where the queue was written
 * @param chargeAt where {@code charge} was written
 */
record RuleBody(
        @Nullable Mode mode,
        @Nullable List<WrittenLimit> limits,
        boolean limitsBad,
        @Nullable KeyParts key,
        @Nullable Integer maxKeys,
        @Nullable Long waitNanos,
        @Nullable Integer queue,
        Span queueAt,
        @Nullable List<Also> also,
        @Nullable Span chargeAt,
        @Nullable Written<Store> store,
        @Nullable Written<OnFailure> onFailure) {
    /** The name of another rule and where it was written. */
    record Also(String name, Span at) {}

    /** A value and where it was written. */
    record Written<T>(T value, Span at) {}

    static final RuleBody NOTHING = of(null, false);

    static RuleBody of(List<WrittenLimit> limits) {
        return of(limits, false);
    }

    static RuleBody badLimits() {
        return of(null, true);
    }

    private static RuleBody of(@Nullable List<WrittenLimit> limits, boolean bad) {
        return new RuleBody(null, limits, bad, null, null, null, null, Span.START, null, null, null, null);
    }

    /** Returns this without the rule itself in {@code also}: what all take, it takes anyway. */
    RuleBody without(String rule) {
        List<Also> others = also == null
                ? null
                : also.stream().filter(other -> !other.name().equals(rule)).toList();
        return new RuleBody(
                mode, limits, limitsBad, key, maxKeys, waitNanos, queue, queueAt, others, chargeAt, store, onFailure);
    }

    /** Returns this, and what {@code defaults} say where this says nothing. */
    RuleBody over(RuleBody defaults) {
        Written<Store> either = store == null ? defaults.store : store;
        boolean local = either != null && either.value() == Store.LOCAL;
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
                onFailure == null && !local ? defaults.onFailure : onFailure);
    }
}
