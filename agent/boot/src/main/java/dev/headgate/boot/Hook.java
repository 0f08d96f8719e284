package dev.headgate.boot;

import org.jspecify.annotations.Nullable;

/**
 * What stands behind the gate. The agent's engine installs the one implementation; until then calls pass. Anything it throws
 * is counted and lets the call go on.
 */
public interface Hook {
    /**
     * Called before an instrumented method.
     *
     * @param site the number that the engine gave to the seam
     * @param owner the class that was instrumented
     * @param self the receiver, null for a static method
     * @param argument the first argument, boxed, or null
     * @return null to go on unchanged
     */
    @Nullable
    Answer enter(int site, Class<?> owner, @Nullable Object self, @Nullable Object argument) throws Throwable;

    /**
     * Called after an instrumented method whose seam asks for it.
     *
     * @param returned what it returned, boxed, or null
     * @param thrown what it threw, or null
     * @return null to leave the result as it is
     */
    @Nullable
    Answer exit(
            int site,
            Class<?> owner,
            @Nullable Object self,
            @Nullable Object argument,
            @Nullable Object returned,
            @Nullable Throwable thrown)
            throws Throwable;

    /**
     * Called when something behind the gate failed and the call goes on.
     *
     * @param switchedOff true if it was one failure too many and the seam is off from now on
     */
    default void failed(int site, Throwable failure, boolean switchedOff) {}
}
