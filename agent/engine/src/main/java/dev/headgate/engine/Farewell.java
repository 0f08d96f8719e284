package dev.headgate.engine;

import org.jspecify.annotations.Nullable;

/**
 * What is done when the JVM ends: the log says what became of the calls, and calls that wait give their places back. The JVM
 * waits a tenth of a second for it and no longer.
 */
final class Farewell implements Runnable {
    private static final long AT_MOST_MILLIS = 100;

    private final SelfReport report;
    private final AgentLog log;
    private volatile @Nullable Rules rules;

    Farewell(SelfReport report, AgentLog log) {
        this.report = report;
        this.log = log;
    }

    /** Makes sure that it is done, from now on. */
    void prepare() {
        Runtime.getRuntime().addShutdownHook(thread(this, "headgate-end"));
    }

    void of(Rules inForce) {
        rules = inForce;
    }

    @Override
    public void run() {
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
            Rules ended = rules;
            if (ended != null) {
                report.ended(ended);
            }
            log.flush(AT_MOST_MILLIS);
            if (ended != null) {
                ended.close();
            }
        }
    }
}
