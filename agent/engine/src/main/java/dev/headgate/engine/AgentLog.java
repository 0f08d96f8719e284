package dev.headgate.engine;

import dev.headgate.throttle.Journal;
import java.io.PrintStream;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The agent's only voice: lines on {@code System.err} or in a file, never through a logging system of the program. Lines are
 * said for one daemon thread, so that a hijacked {@code System.err} or a full pipe never holds a thread of the program; a
 * warning that repeats itself is written the 1st, 10th, 100th … time. Thread-safe.
 */
final class AgentLog implements Journal {
    /** How much is said. */
    enum Level {
        OFF,
        ERROR,
        WARN,
        INFO,
        DEBUG
    }

    private static final int QUEUE = 4_096;
    private static final int KEYS = 1_000;

    private final Level level;
    private final PrintStream out;
    private final Supplier<String> stamp;
    private final LinkedBlockingQueue<Object> lines = new LinkedBlockingQueue<>(QUEUE);
    private final ConcurrentHashMap<String, AtomicInteger> seen = new ConcurrentHashMap<>();
    private final AtomicInteger said = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private @Nullable Thread writer;

    /**
     * Makes a log; lines wait until {@link #start}.
     *
     * @param stamp what stands before each line: nothing, or the time
     */
    AgentLog(Level level, PrintStream out, Supplier<String> stamp) {
        this.level = level;
        this.out = out;
        this.stamp = stamp;
    }

    /** Returns a log on the standard error stream as it is now; the program may put its own there later. */
    static AgentLog onStandardError(Level level) {
        return new AgentLog(level, System.err, new NoStamp());
    }

    void debug(String message) {
        say(Level.DEBUG, "headgate: DEBUG ", message);
    }

    @Override
    public void info(String message) {
        say(Level.INFO, "headgate: ", message);
    }

    @Override
    public void warn(String id, String message) {
        if (level.compareTo(Level.WARN) < 0) {
            return;
        }
        int times = count(id + message);
        if (isPowerOfTen(times)) {
            String again = times == 1 ? "" : " (" + times + " times so far)";
            say(Level.WARN, "headgate: WARN " + id + " ", message + again);
        }
    }

    @Override
    public void warnEachTime(String id, String message) {
        say(Level.WARN, "headgate: WARN " + id + " ", message);
    }

    void error(String message) {
        say(Level.ERROR, "headgate: ERROR ", message);
    }

    /** Returns true if nothing was ever said. */
    boolean isSilent() {
        return said.get() == 0;
    }

    /** Waits until what was said before is written, but not longer. */
    void flush(long millis) {
        CountDownLatch written = new CountDownLatch(1);
        if (!lines.offer(written)) {
            return;
        }
        try {
            written.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int count(String key) {
        AtomicInteger times = seen.get(key);
        if (times == null) {
            if (seen.size() >= KEYS) {
                seen.clear();
            }
            AtomicInteger fresh = new AtomicInteger();
            AtomicInteger before = seen.putIfAbsent(key, fresh);
            times = before == null ? fresh : before;
        }
        return times.incrementAndGet();
    }

    private static boolean isPowerOfTen(int n) {
        int rest = n;
        while (rest % 10 == 0) {
            rest /= 10;
        }
        return rest == 1;
    }

    private void say(Level of, String prefix, String message) {
        if (level.compareTo(of) < 0) {
            return;
        }
        said.incrementAndGet();
        if (!lines.offer(stamp.get() + prefix + message)) {
            lost.incrementAndGet();
        }
    }

    /**
     * Starts to write; more than once is harmless. Called by the agent's own threads: a thread refers for ever to the classes
     * of whoever starts it.
     */
    synchronized void start() {
        if (writer == null) {
            Thread thread = new Thread(null, new Writer(), "headgate-log", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            writer = thread;
            thread.start();
        }
    }

    private void write(Object next) {
        if (next instanceof CountDownLatch) {
            ((CountDownLatch) next).countDown();
            return;
        }
        int missing = lost.getAndSet(0);
        if (missing > 0) {
            out.println("headgate: WARN HG-300 " + missing + " lines were lost, the log's queue was full");
        }
        out.println(next);
        out.flush();
    }

    private final class Writer implements Runnable {
        @Override
        public void run() {
            while (true) {
                try {
                    write(lines.take());
                } catch (InterruptedException e) {
                    return;
                } catch (RuntimeException | Error e) {
                    // A broken stream of the program's, or a heap that is full for a while, must not end the log.
                }
            }
        }
    }

    private static final class NoStamp implements Supplier<String> {
        @Override
        public String get() {
            return "";
        }
    }
}
