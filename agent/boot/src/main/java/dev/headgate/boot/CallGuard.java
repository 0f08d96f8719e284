package dev.headgate.boot;

/**
 * Marks the thread while the agent works on it, so that calls which that work makes are not gated again. One small object for
 * each thread, of a boot class, so that it keeps no class loader alive.
 */
public final class CallGuard {
    private static final ThreadLocal<CallGuard> CURRENT = new PerThread();

    boolean inAgent;

    private CallGuard() {}

    static CallGuard ofThisThread() {
        return CURRENT.get();
    }

    /** Returns true while the agent works on this thread. */
    public static boolean inAgent() {
        return CURRENT.get().inAgent;
    }

    /**
     * Marks this thread, or unmarks it.
     *
     * @return what it was before, to be set again at the end
     */
    public static boolean mark(boolean inAgent) {
        CallGuard guard = CURRENT.get();
        boolean before = guard.inAgent;
        guard.inAgent = inAgent;
        return before;
    }

    // A class, not a lambda: the boot class path must do without invokedynamic.
    private static final class PerThread extends ThreadLocal<CallGuard> {
        @Override
        protected CallGuard initialValue() {
            return new CallGuard();
        }
    }
}
