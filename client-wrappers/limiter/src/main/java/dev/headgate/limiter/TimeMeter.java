package dev.headgate.limiter;

/**
 * The clock of a bucket. A meter that is not based on the wall clock may start anywhere, be negative and wrap round; a bucket
 * fixes it to the wall clock once, when it is built, and does not look at the wall clock again.
 *
 * <pre>{@code
 * AtomicLong now = new AtomicLong();
 * TimeMeter manual = new TimeMeter() {                          // a test moves the time itself
 *     public long currentTimeNanos() { return now.get(); }
 *     public boolean isWallClockBased() { return false; }
 * };
 * Bucket.builder().addLimit(Bandwidth.simple(1, Duration.ofSeconds(1))).withCustomTimePrecision(manual).build();
 * }</pre>
 */
public interface TimeMeter {
    /** {@link System#nanoTime()}: never steps back. */
    TimeMeter SYSTEM_NANOTIME = new TimeMeter() {
        @Override
        public long currentTimeNanos() {
            return System.nanoTime();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }

        @Override
        public String toString() {
            return "SYSTEM_NANOTIME";
        }
    };

    /** {@link System#currentTimeMillis()}, in nanoseconds: follows every change of the wall clock. */
    TimeMeter SYSTEM_MILLISECONDS = new TimeMeter() {
        @Override
        public long currentTimeNanos() {
            return System.currentTimeMillis() * 1_000_000;
        }

        @Override
        public boolean isWallClockBased() {
            return true;
        }

        @Override
        public String toString() {
            return "SYSTEM_MILLISECONDS";
        }
    };

    /** The time in nanoseconds: since the epoch if {@link #isWallClockBased()}, else since any instant. */
    long currentTimeNanos();

    /** Whether the time counts from the epoch and may be set. */
    boolean isWallClockBased();
}
