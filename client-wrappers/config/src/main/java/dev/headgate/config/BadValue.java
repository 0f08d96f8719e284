package dev.headgate.config;

import org.jspecify.annotations.Nullable;

/** A value that is not what was asked for. Says what is wrong, without the value itself, which may be a secret. */
final class BadValue extends Exception {
    private static final long serialVersionUID = 1L;

    private final @Nullable String hint;
    private final @Nullable String instead;

    /**
     * Makes one.
     *
     * @param message continues the value: {@code is not a rate}
     * @param hint what to write; null if the message says it
     * @param instead the value that was probably meant; null if that is unknown
     */
    BadValue(String message, @Nullable String hint, @Nullable String instead) {
        super(message, null, false, false);
        this.hint = hint;
        this.instead = instead;
    }

    @Nullable
    String hint() {
        return hint;
    }

    @Nullable
    String instead() {
        return instead;
    }

    String message() {
        return String.valueOf(getMessage());
    }
}
