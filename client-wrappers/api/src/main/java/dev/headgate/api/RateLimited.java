package dev.headgate.api;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

/**
 * What every rejection of Headgate tells, whatever exception class the client's seam required. Programs catch the JDK's
 * supertype ({@link java.io.InterruptedIOException} for HTTP, {@code java.sql.SQLTransientException} for JDBC) and ask
 * {@link #find(Throwable)}, which also looks below the wrappers of frameworks.
 *
 * <pre>{@code
 * } catch (RestClientException e) {
 *     RateLimited.find(e).ifPresent(limited -> retryLater(limited.retryAfter()));
 * }
 * }</pre>
 *
 * <p>Implementations are immutable.
 */
public interface RateLimited {
    /** Why a call was rejected. New values may be added. */
    enum Reason {
        /** No slot within the time that the rule lets a call wait. */
        LIMIT,
        /** A slot exists within the rule's wait, but beyond what the call's own timeout lets it wait. */
        DEADLINE,
        /** As many calls as may wait are waiting already. */
        QUEUE_FULL,
        /** The downstream asked to be left alone until later. */
        PAUSED,
        /** The retry budget of the downstream is used up. */
        RETRY_BUDGET
    }

    /** Returns the name of the rule that rejected, as in the file; never null. */
    String downstream();

    /** Returns why; never null. */
    Reason reason();

    /**
     * Returns after what time the same call would be let go if nobody else called: whole milliseconds, rounded up, at least
     * one.
     */
    Duration retryAfter();

    /**
     * Finds a rejection in {@code thrown}, its causes and their suppressed exceptions, at any depth; cycles are harmless.
     *
     * @param thrown what was caught; null finds nothing
     */
    static Optional<RateLimited> find(@org.jspecify.annotations.Nullable Throwable thrown) {
        if (thrown == null) {
            return Optional.empty();
        }
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> open = new ArrayDeque<>();
        open.add(thrown);
        while (!open.isEmpty()) {
            Throwable next = open.remove();
            if (next instanceof RateLimited) {
                return Optional.of((RateLimited) next);
            }
            if (!seen.add(next)) {
                continue;
            }
            if (next.getCause() != null) {
                open.add(next.getCause());
            }
            Collections.addAll(open, next.getSuppressed());
        }
        return Optional.empty();
    }
}
