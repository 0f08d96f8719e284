package dev.headgate.throttle;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that neither keep the program alive nor hold on to what belongs to the thread that happened to start them. */
final class DaemonThreads implements ThreadFactory {
    private final String name;
    private final AtomicInteger made = new AtomicInteger();

    DaemonThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(null, work, name + "-" + made.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }
}
