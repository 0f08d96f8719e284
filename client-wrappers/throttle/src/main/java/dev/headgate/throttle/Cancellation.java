package dev.headgate.throttle;

/** Whether the program has given up a call that still waits. Asked often, from the waiting thread; must be quick. */
@FunctionalInterface
public interface Cancellation {
    /** For calls that cannot be cancelled but by an interrupt. */
    Cancellation NEVER = () -> false;

    boolean cancelled();
}
