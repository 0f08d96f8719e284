package dev.headgate.redis;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Redis did not decide: it could not be reached, did not answer in time, or answered with an error. Whoever asked decides
 * without it. Has no stack trace, since many callers may get the same one.
 */
final class RedisTroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    RedisTroubleException(String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
    }

    /** Returns whether Redis answered, with an error. */
    boolean isAnswer() {
        return getCause() instanceof JedisDataException;
    }
}
