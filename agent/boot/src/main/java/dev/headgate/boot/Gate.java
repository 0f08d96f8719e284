package dev.headgate.boot;

import org.jspecify.annotations.Nullable;

/**
 * What the advice in instrumented methods calls. Nothing that goes wrong behind it reaches the program: it is counted, and the
 * call goes on. A seam that failed three times is switched off. Calls that our own work makes (a DNS provider, a proxy
 * selector) pass unseen. Thread-safe.
 */
public final class Gate {
    private static volatile @Nullable Hook hook;

    private Gate() {}

    /** Installs what stands behind the gate; null opens it for good. */
    public static void install(@Nullable Hook behind) {
        hook = behind;
    }

    /**
     * Called before an instrumented method; parameters as in {@link Hook#enter}.
     *
     * @return null to go on; otherwise the answer, of which the methods below tell more
     */
    public static @Nullable Object enter(int site, Class<?> owner, @Nullable Object self, @Nullable Object argument) {
        Hook current = hook;
        if (current == null) {
            return null;
        }
        Stats.Seam seam = Stats.seam(site);
        if (seam == null || seam.off()) {
            return null;
        }
        CallGuard guard = CallGuard.ofThisThread();
        if (guard.inAgent) {
            return null;
        }
        guard.inAgent = true;
        try {
            seam.countEntered();
            return current.enter(site, owner, self, argument);
        } catch (Throwable failure) {
            failed(current, seam, seam.entering, site, failure);
            return null;
        } finally {
            guard.inAgent = false;
        }
    }

    /**
     * Called after an instrumented method; parameters as in {@link Hook#exit}. Also at a seam that is switched off: what was
     * begun for a call, a rejection that its future still has to be told of, must come to its end.
     *
     * @return null to leave the result; otherwise the answer
     */
    public static @Nullable Object exit(
            int site,
            Class<?> owner,
            @Nullable Object self,
            @Nullable Object argument,
            @Nullable Object returned,
            @Nullable Throwable thrown) {
        Hook current = hook;
        if (current == null) {
            return null;
        }
        Stats.Seam seam = Stats.seam(site);
        if (seam == null || seam.ending.off()) {
            return null;
        }
        CallGuard guard = CallGuard.ofThisThread();
        if (guard.inAgent) {
            return null;
        }
        guard.inAgent = true;
        try {
            return current.exit(site, owner, self, argument, returned, thrown);
        } catch (Throwable failure) {
            failed(current, seam, seam.ending, site, failure);
            return null;
        } finally {
            guard.inAgent = false;
        }
    }

    /** Returns true if the method shall be skipped. */
    public static boolean skips(Object answer) {
        return ((Answer) answer).skips();
    }

    /** Returns what the method shall throw, or null if it shall return {@link #value}. */
    public static @Nullable Throwable thrown(Object answer) {
        return ((Answer) answer).thrown();
    }

    /** Returns what the method shall return, or its new first argument. */
    public static @Nullable Object value(Object answer) {
        return ((Answer) answer).value();
    }

    private static void failed(Hook current, Stats.Seam seam, Stats.Strikes strikes, int site, Throwable failure) {
        try {
            boolean interrupted = failure instanceof InterruptedException;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            boolean switchedOff = seam.countFailed(strikes, !interrupted && !(failure instanceof VirtualMachineError));
            current.failed(site, failure, switchedOff);
        } catch (Throwable again) {
            // Even saying so failed, for want of memory or stack; the call goes on all the same.
        }
    }
}
