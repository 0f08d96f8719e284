package dev.headgate.boot;

import org.jspecify.annotations.Nullable;

/**
 * What the gate answers when the call shall not simply go on; "go on" itself is null, so that an admitted call allocates
 * nothing. Immutable.
 */
public final class Answer {
    private enum Kind {
        THROW,
        RETURN,
        ARGUMENT
    }

    private final Kind kind;
    private final @Nullable Object value;

    private Answer(Kind kind, @Nullable Object value) {
        this.kind = kind;
        this.value = value;
    }

    /** The method is skipped and throws {@code thrown}, which must be of a type that it declares. */
    public static Answer throwing(Throwable thrown) {
        return new Answer(Kind.THROW, thrown);
    }

    /** The method is skipped and returns {@code value}; null for a void method. */
    public static Answer returning(@Nullable Object value) {
        return new Answer(Kind.RETURN, value);
    }

    /** The method goes on with {@code argument} in place of its first argument. */
    public static Answer goingOnWith(Object argument) {
        return new Answer(Kind.ARGUMENT, argument);
    }

    boolean skips() {
        return kind != Kind.ARGUMENT;
    }

    @Nullable
    Throwable thrown() {
        return kind == Kind.THROW ? (Throwable) value : null;
    }

    @Nullable
    Object value() {
        return value;
    }
}
