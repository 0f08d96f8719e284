package dev.headgate.config.cli;

/** A command that is not one; the message says why, and ends without a full stop. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
