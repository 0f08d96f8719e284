package dev.headgate.redis;

/** A connection broke or Redis did not answer in time. */
final class LineBrokenException extends Exception {
    private static final long serialVersionUID = 1L;

    LineBrokenException(String message, Throwable cause) {
        super(message, cause);
    }
}
