package dev.headgate.throttle;

import dev.headgate.api.RateLimited;
import dev.headgate.throttle.signal.Signal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Tells what a status or an exception shows of a downstream. Stateless. */
final class Classifier {
    /** By some services of AWS, with a header that says so. */
    static final int BAD_REQUEST = 400;

    static final int FORBIDDEN = 403;
    static final int TOO_MANY_REQUESTS = 429;

    private static final int REQUEST_TIMEOUT = 408;
    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;
    private static final int GATEWAY_TIMEOUT = 504;
    private static final int FIRST_SERVER_ERROR = 500;

    /** Chains of causes may be circles. */
    private static final int DEEPEST_CAUSE = 16;

    private Classifier() {}

    /**
     * Classifies a response. One that is missing or forbidden is served as well as any other, unless it comes with a signal.
     *
     * @param signal what its headers say
     */
    static Result of(int status, Signal signal) {
        switch (status) {
            case TOO_MANY_REQUESTS, UNAVAILABLE, BAD_GATEWAY, GATEWAY_TIMEOUT, REQUEST_TIMEOUT:
                return Result.OVERLOAD;
            case BAD_REQUEST:
                return signal.kind() == Signal.Kind.HARD ? Result.OVERLOAD : Result.SUCCESS;
            default:
                return status >= FIRST_SERVER_ERROR || signal.kind() == Signal.Kind.HARD
                        ? Result.FAILURE
                        : Result.SUCCESS;
        }
    }

    /** Classifies what a client threw, by the first in its chain of causes that says more than that something failed. */
    static Result of(Throwable thrown) {
        if (RateLimited.find(thrown).isPresent()) {
            return Result.NONE;
        }
        Throwable each = thrown;
        for (int depth = 0; each != null && depth < DEEPEST_CAUSE; depth++) {
            Result result = ofOne(each);
            if (result != Result.FAILURE) {
                return result;
            }
            each = each.getCause();
        }
        return Result.FAILURE;
    }

    private static Result ofOne(Throwable thrown) {
        if (thrown instanceof ConnectException || isTimeout(thrown)) {
            return Result.OVERLOAD;
        }
        return isOwnWill(thrown) ? Result.NONE : Result.FAILURE;
    }

    /** By name: clients have timeouts of their own, and the JDK's are in modules that need not be there. */
    private static boolean isTimeout(Throwable thrown) {
        boolean sql = false;
        for (Class<?> type = thrown.getClass(); type != Throwable.class; type = type.getSuperclass()) {
            String name = type.getName();
            if (name.endsWith("TimeoutException")) {
                return true;
            }
            sql |= name.equals("java.sql.SQLException");
        }
        return sql ? SqlFailures.isOverload(thrown) : thrown instanceof InterruptedIOException && saysTimeout(thrown);
    }

    private static boolean saysTimeout(Throwable thrown) {
        String message = thrown.getMessage();
        return message != null && message.toLowerCase(Locale.ROOT).startsWith("timeout");
    }

    private static boolean isOwnWill(Throwable thrown) {
        return thrown instanceof InterruptedException
                || thrown instanceof InterruptedIOException
                || thrown instanceof ClosedByInterruptException
                || thrown instanceof CancellationException
                || thrown instanceof IOException && isCanceled(thrown.getMessage());
    }

    private static boolean isCanceled(@Nullable String message) {
        return "canceled".equalsIgnoreCase(message) || "cancelled".equalsIgnoreCase(message);
    }
}
