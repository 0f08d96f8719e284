package dev.headgate.engine.slf4j;

import org.jspecify.annotations.Nullable;

/** A logger that says nothing. It has those methods of SLF4J's that are called from inside the agent. Thread-safe. */
public interface Logger {
    /** Returns false. */
    default boolean isDebugEnabled() {
        return false;
    }

    /** Returns false. */
    default boolean isWarnEnabled() {
        return false;
    }

    /** Says nothing. */
    default void trace(String format, @Nullable Object first, @Nullable Object second) {}

    /** Says nothing. */
    default void debug(String message) {}

    /** Says nothing. */
    default void debug(String format, @Nullable Object argument) {}

    /** Says nothing. */
    default void debug(String format, @Nullable Object first, @Nullable Object second) {}

    /** Says nothing. */
    default void debug(String format, @Nullable Object... arguments) {}

    /** Says nothing. */
    default void debug(String message, Throwable thrown) {}

    /** Says nothing. */
    default void info(String message) {}

    /** Says nothing. */
    default void info(String format, @Nullable Object argument) {}

    /** Says nothing. */
    default void info(String format, @Nullable Object first, @Nullable Object second) {}

    /** Says nothing. */
    default void info(String format, @Nullable Object... arguments) {}

    /** Says nothing. */
    default void warn(String message) {}

    /** Says nothing. */
    default void warn(String format, @Nullable Object argument) {}

    /** Says nothing. */
    default void warn(String format, @Nullable Object first, @Nullable Object second) {}

    /** Says nothing. */
    default void warn(String format, @Nullable Object... arguments) {}

    /** Says nothing. */
    default void warn(String message, Throwable thrown) {}

    /** Says nothing. */
    default void error(String message) {}

    /** Says nothing. */
    default void error(String format, @Nullable Object first, @Nullable Object second) {}

    /** Says nothing. */
    default void error(String format, @Nullable Object... arguments) {}

    /** Says nothing. */
    default void error(String message, Throwable thrown) {}
}
