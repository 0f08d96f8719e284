package dev.headgate.config;

import dev.headgate.config.RuleBody.Also;
import dev.headgate.config.RuleBody.Written;
import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.Backoff;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.RetryTerms;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.match.Match;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule that has been read and not yet been checked against the others.
 *
 * @param at where its name stands
 * @param body what it says, over what {@code defaults} say
 */
record DraftRule(String name, Span at, Match match, RuleBody body) {
    static final long WAIT_NANOS = 1_000_000_000L;
    static final int QUEUE = 64;
    static final int MAX_KEYS = 10_000;

    List<WrittenLimit> limits() {
        RuleLimits limits = body.limits();
        return limits == null ? List.of() : limits.list();
    }

    /** Returns whether neither limits nor what the downstream answers hold a call, as far as the rule does not say otherwise. */
    private boolean isUnlimited() {
        RuleLimits limits = body.limits();
        return limits != null && limits.unlimited();
    }

    private Backoff backoff() {
        BackoffBody backoff = body.backoff();
        return backoff != null ? backoff.finished() : isUnlimited() ? Backoff.OFF : Backoff.DEFAULT;
    }

    private @Nullable RetryTerms retries() {
        RetryBody retries = body.retries();
        return retries != null ? retries.finished() : isUnlimited() ? null : RetryTerms.DEFAULT;
    }

    /** Returns whether the rule can hold a call, as {@link Rule#holds}. */
    boolean holds() {
        return !limits().isEmpty() || !backoff().isOff();
    }

    List<Also> also() {
        List<Also> also = body.also();
        return also == null ? List.of() : also;
    }

    long waitNanos() {
        Long wait = body.waitNanos();
        return wait == null ? WAIT_NANOS : wait;
    }

    int queue() {
        Integer queue = body.queue();
        return queue == null ? QUEUE : queue;
    }

    boolean isJdbc() {
        return !match.jdbc().isEmpty();
    }

    /**
     * Returns where the limits are kept.
     *
     * @param redis whether there is a {@code redis} block
     */
    Store store(boolean redis) {
        Written<Store> store = body.store();
        return store != null ? store.value() : redis ? Store.REDIS : Store.LOCAL;
    }

    Rule finished(String source, Mode fileMode, @Nullable RedisBlock redis) {
        Mode mode = body.mode();
        KeyParts key = body.key();
        Integer maxKeys = body.maxKeys();
        Written<OnFailure> onFailure = body.onFailure();
        Written<Reject> reject = body.reject();
        List<Limit> limits = limits().stream().map(WrittenLimit::limit).toList();
        return new Rule(
                name,
                source,
                mode == null ? fileMode : mode,
                match,
                limits,
                key == null ? List.of() : key.parts(),
                maxKeys == null ? MAX_KEYS : maxKeys,
                waitNanos(),
                queue(),
                also().stream().map(Also::name).toList(),
                store(redis != null),
                onFailure != null ? onFailure.value() : redis != null ? redis.onFailure() : OnFailure.LOCAL,
                backoff(),
                retries(),
                reject == null ? Reject.EXCEPTION : reject.value());
    }
}
