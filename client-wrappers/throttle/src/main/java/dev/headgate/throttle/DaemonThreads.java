package dev.headgate.throttle;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that neither keep the program alive nor hold on to what belongs to the thread that happened to start them. */
public final class DaemonThreads implements ThreadFactory {
    private final String name;
    private final AtomicInteger made = new AtomicInteger();

    /** @param name what their names begin with */
    public DaemonThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable work) {
        return thread(name + "-" + made.incrementAndGet(), work);
    }

    /** Makes one such thread; it is not started. */
    @SuppressWarnings("removal")
    public static Thread thread(String name, Runnable work) {
        // Before JDK 24 a thread refers for ever to the class loaders of all callers on the stack of whoever made it;
        // behind this call there are none but ours.
        Thread thread =
                AccessController.doPrivileged((PrivilegedAction<Thread>) () -> new Thread(null, work, name, 0, false));
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }
}
