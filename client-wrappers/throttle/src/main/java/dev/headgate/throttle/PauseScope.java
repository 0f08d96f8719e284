package dev.headgate.throttle;

import dev.headgate.throttle.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * Which calls of a rule a pause holds. Immutable.
 *
 * @param key those with this key; null: all
 */
record PauseScope(@Nullable Key key) {
    static final PauseScope RULE = new PauseScope(null);

    /** The calls that share what a call was counted on. */
    static PauseScope ofKey(Rule rule, Request request) {
        for (Charge charge : request.charges()) {
            if (charge.budget().rule() == rule && !charge.budget().key().isEmpty()) {
                return new PauseScope(charge.key());
            }
        }
        return RULE;
    }

    boolean isRule() {
        return key == null;
    }
}
