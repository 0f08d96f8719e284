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
    static PauseScope ofKey(Request request) {
        Charge charge = request.ofKey();
        return charge == null ? RULE : new PauseScope(charge.key());
    }

    boolean isRule() {
        return key == null;
    }
}
