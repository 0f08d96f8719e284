package dev.headgate.redis;

import org.jspecify.annotations.Nullable;

/** A connection could not be made, broke, or Redis did not answer in time. */
final class LineBrokenException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message a sentence without a full stop, and without secrets */
    LineBrokenException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
