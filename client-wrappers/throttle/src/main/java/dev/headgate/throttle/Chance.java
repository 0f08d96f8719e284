package dev.headgate.throttle;

import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Where random numbers come from in production; everything else is given a source. Not for secrets. */
public final class Chance {
    /** Numbers of the current thread. Thread-safe, without locks. */
    public static final RandomGenerator OF_THREAD =
            () -> ThreadLocalRandom.current().nextLong();

    private Chance() {}
}
