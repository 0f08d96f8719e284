package dev.headgate.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/** How one wire request ended, told apart from what OkHttp makes of it. Pure functions. For this library and the agent. */
public final class WireEnd {
    private static final String ROUTE_EXCEPTION = "RouteException";

    private WireEnd() {}

    /**
     * Returns true if a request that follows such an answer in the same call is the same one, sent again by OkHttp or by an
     * interceptor: not a redirect, nor a round of authentication.
     */
    public static boolean isSentAgainAfter(int status) {
        return status == 408 || status == 429 || status == 502 || status == 503 || status == 504;
    }

    /**
     * Returns true if a request that follows such a failure in the same call is a retry: OkHttp itself sends again only what a
     * connection broke under that had served before. That is no more load than the program asked for, and with a server that
     * closes its connections early it is the rule.
     *
     * @param failure as {@link #failure} returns it
     */
    public static boolean isSentAgainAfter(Throwable failure) {
        return failure instanceof InterruptedIOException || failure instanceof ConnectException;
    }

    /**
     * Returns what went wrong on the wire, or null if the program itself ended the call.
     *
     * @param thrown what OkHttp threw at the connection
     * @param leftNanos nanoseconds that are left of {@code callTimeout}
     */
    public static @Nullable Throwable failure(Throwable thrown, Call call, long leftNanos) {
        if (!call.isCanceled()) {
            return withoutRoute(thrown);
        }
        // OkHttp ends a call whose timeout has run out by cancelling it, and says so only when the call is left. The
        // timeout began
        // before the call was first seen here, hence the quarter.
        long timeout = call.timeout().timeoutNanos();
        if (timeout == 0 || leftNanos > timeout / 4) {
            return null;
        }
        InterruptedIOException timedOut = new InterruptedIOException("timeout");
        timedOut.initCause(thrown);
        return timedOut;
    }

    /** A connection that could not be made is wrapped on its way to where OkHttp decides about another address. */
    private static Throwable withoutRoute(Throwable thrown) {
        Throwable cause = thrown.getCause();
        if (cause instanceof IOException && thrown.getClass().getSimpleName().equals(ROUTE_EXCEPTION)) {
            return cause;
        }
        return thrown;
    }
}
