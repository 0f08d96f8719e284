package dev.headgate.it.fleet;

import java.time.Duration;
import org.awaitility.core.ConditionTimeoutException;

/** Runs a case that is about time. One in which the machine stood still says nothing of the product: it is void, and repeated. */
final class TimedCase {
    private static final int TRIES = 4;
    private static final Duration STALL = Duration.ofMillis(60);

    private TimedCase() {}

    /** What is run; anew each time. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    static void run(Body body) throws Exception {
        for (int tries = 1; ; tries++) {
            long began = Stalls.now();
            try {
                body.run();
                return;
            } catch (AssertionError | ConditionTimeoutException e) {
                Duration stall = Stalls.longestSince(began);
                if (tries == TRIES || stall.compareTo(STALL) < 0) {
                    throw e;
                }
                System.out.println("Void, the machine stood still for " + stall.toMillis() + " ms: " + e);
            }
        }
    }
}
