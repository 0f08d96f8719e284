package dev.headgate.throttle;

import org.jspecify.annotations.Nullable;

/** Whether the program has given up a call that still waits. Asked often, from the waiting thread; must be quick. */
@FunctionalInterface
public interface Cancellation {
    /** For calls that cannot be cancelled but by an interrupt. */
    Cancellation NEVER = () -> false;

    boolean cancelled();

    /**
     * Asked once after {@link #cancelled} returned true: returns why the call may not wait, if it is not the program that gave it
     * up. Then it counts as rejected.
     *
     * @param downstream the rule that holds it
     * @param waitNanos until its slot
     */
    default @Nullable Rejection refusal(String downstream, long waitNanos) {
        return null;
    }
}
