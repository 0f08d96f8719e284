package dev.headgate.throttle;

/** A timer. What it runs only hands over. Thread-safe. */
public interface Alarm {
    /**
     * Runs {@code ring} once, {@code nanos} from now; somewhat early or late does not matter.
     *
     * @return what turns the alarm off; harmless if it has rung
     * @throws java.util.concurrent.RejectedExecutionException after {@link #stop}
     */
    Runnable set(long nanos, Runnable ring);

    /** Rings no more. */
    void stop();
}
