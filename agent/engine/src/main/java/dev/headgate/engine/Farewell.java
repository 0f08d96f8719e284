package dev.headgate.engine;

/**
 * What is done when the JVM ends: calls that wait give their places back, and the log says what became of the calls. The JVM
 * waits a tenth of a second for it and no longer.
 */
final class Farewell implements Runnable {
    private static final long AT_MOST_MILLIS = 100;

    private final Rules rules;
    private final SelfReport report;
    private final AgentLog log;

    private Farewell(Rules rules, SelfReport report, AgentLog log) {
        this.rules = rules;
        this.report = report;
        this.log = log;
    }

    static Thread thread(Rules rules, SelfReport report, AgentLog log) {
        Thread hook = new Thread(null, new Farewell(rules, report, log), "headgate-end", 0, false);
        hook.setContextClassLoader(null);
        return hook;
    }

    @Override
    public void run() {
        Thread work = new Thread(null, new Words(), "headgate-end-report", 0, false);
        work.setDaemon(true);
        work.setContextClassLoader(null);
        work.start();
        try {
            work.join(AT_MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Words implements Runnable {
        @Override
        public void run() {
            report.ended(rules.now());
            log.flush(AT_MOST_MILLIS);
            rules.close();
        }
    }
}
