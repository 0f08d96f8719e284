package dev.headgate.spi;

import dev.headgate.boot.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Knows one seam of one library: reads which downstream is called, asks the throttle, and gives the verdict in the form that
 * the library's callers expect. It has one public constructor that takes an {@link AdapterContext}. It is linked at the first
 * call of its seam, in a class loader that sees both the library and the agent; one instance serves all threads.
 *
 * <p>Whatever it throws is counted and lets the call go on; what the program shall see is returned as an {@link Answer}.
 */
public interface Adapter {
    /**
     * Called before the method of its site.
     *
     * @param self the receiver, null for a static method
     * @param argument the first argument, boxed, or null
     * @return null to go on unchanged
     */
    @Nullable
    Answer enter(@Nullable Object self, @Nullable Object argument) throws Exception;

    /**
     * Called after the method, if the site asks for it and {@link #enter} did not skip it. For a call that began before the
     * agent was ready, {@code enter} was not called.
     *
     * @param returned what it returned, boxed, or null
     * @param thrown what it threw, or null
     * @return null to leave the result as it is
     */
    default @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown)
            throws Exception {
        return null;
    }
}
