package dev.headgate.limiter;

/** What buckets have in common that were built together: their clock, and how threads share them. */
record BucketTerms(TickClock clock, SynchronizationStrategy synchronization) {
    /** A wall clock may step back, which one word cannot tell. */
    boolean mayUseWords() {
        return synchronization != SynchronizationStrategy.SYNCHRONIZED && !clock.meter.isWallClockBased();
    }
}
