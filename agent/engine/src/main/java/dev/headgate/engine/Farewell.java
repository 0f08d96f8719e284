package dev.headgate.engine;

import org.jspecify.annotations.Nullable;

/**
 * What is done when the JVM ends: the log says what became of the calls, and calls that wait give their places back. That
 * takes milliseconds; on a machine that is short of time the JVM waits a second for it and no longer.
 */
final class Farewell implements Runnable {
    private static final long AT_MOST_MILLIS = 1_000;

    private final AgentLog log;
    private volatile @Nullable Last last;

    private record Last(Rules rules, SelfReport report) {}

    Farewell(AgentLog log) {
        this.log = log;
    }

    /** Makes sure that it is done, from now on. */
    void prepare() {
        Runtime.getRuntime().addShutdownHook(thread(this, "headgate-end"));
    }

    void of(Rules rules, SelfReport report) {
        last = new Last(rules, report);
    }

    @Override
    public void run() {
        if (last == null && log.isSilent()) {
            return;
        }
        Thread work = thread(new Words(), "headgate-end-report");
        work.setDaemon(true);
        work.start();
        try {
            work.join(AT_MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setContextClassLoader(null);
        return thread;
    }

    private final class Words implements Runnable {
        @Override
        public void run() {
            Last ended = last;
            if (ended != null) {
                ended.report().ended(ended.rules());
            }
            log.flush(AT_MOST_MILLIS);
            if (ended != null) {
                ended.rules().close();
            }
        }
    }
}
