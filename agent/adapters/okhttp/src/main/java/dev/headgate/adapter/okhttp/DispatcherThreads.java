package dev.headgate.adapter.okhttp;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import okhttp3.Dispatcher;

/** What is known of the threads of a dispatcher without starting one. */
final class DispatcherThreads {
    /** OkHttp's own, and the JDK's where a program brings an executor without saying more: neither makes daemons. */
    private static final String[] MAKE_NO_DAEMONS = {"okhttp3.", "java.util.concurrent.Executors$DefaultThreadFactory"};

    private DispatcherThreads() {}

    /** Returns true if the JVM does not end as long as the dispatcher runs a call. */
    static boolean keepTheJvm(Dispatcher dispatcher) {
        ExecutorService executor = dispatcher.executorService();
        if (!(executor instanceof ThreadPoolExecutor)) {
            return false;
        }
        String factory =
                ((ThreadPoolExecutor) executor).getThreadFactory().getClass().getName();
        for (String known : MAKE_NO_DAEMONS) {
            if (factory.startsWith(known)) {
                return true;
            }
        }
        return false;
    }
}
