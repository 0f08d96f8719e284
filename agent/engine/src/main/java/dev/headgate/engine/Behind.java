package dev.headgate.engine;

import dev.headgate.boot.Answer;
import dev.headgate.boot.Hook;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the gate: hands each call to the adapter of its seam. Calls that come before the file is read wait for it,
 * at most two seconds in all; then calls pass until it is there. Thread-safe.
 */
final class Behind implements Hook {
    private static final long PATIENCE_SECONDS = 2;

    private final Seams seams;
    private final Links links;
    private final AgentLog log;
    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile boolean ready;
    private volatile boolean tired;

    Behind(Seams seams, Links links, AgentLog log) {
        this.seams = seams;
        this.links = links;
        this.log = log;
    }

    /** The rules are in force. */
    void ready() {
        ready = true;
        opened.countDown();
    }

    /** There will be no rules: those who wait go on. */
    void off() {
        tired = true;
        opened.countDown();
    }

    @Override
    public @Nullable Answer enter(int site, Class<?> owner, @Nullable Object self, @Nullable Object argument)
            throws Throwable {
        if (!ready && !becomesReady()) {
            return null;
        }
        return links.adapter(owner, site).enter(self, argument);
    }

    @Override
    public @Nullable Answer exit(
            int site,
            Class<?> owner,
            @Nullable Object self,
            @Nullable Object argument,
            @Nullable Object returned,
            @Nullable Throwable thrown)
            throws Throwable {
        return ready ? links.adapter(owner, site).exit(self, argument, returned, thrown) : null;
    }

    @Override
    public void failed(int site, Throwable failure, boolean switchedOff) {
        String what = switchedOff
                ? "failed too often and is switched off, its calls are not limited: "
                : "failed and let a call through: ";
        log.warn("HG-305", "the seam " + seams.get(site) + " " + what + describe(failure));
    }

    private boolean becomesReady() throws InterruptedException {
        if (!tired && !opened.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            tired = true;
            log.warn(
                    "HG-301",
                    "the file was not read within " + PATIENCE_SECONDS
                            + " s of the first call; calls are not limited until it is");
        }
        return ready;
    }

    private static String describe(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        return trace.length == 0 ? failure.toString() : failure + " at " + trace[0];
    }
}
