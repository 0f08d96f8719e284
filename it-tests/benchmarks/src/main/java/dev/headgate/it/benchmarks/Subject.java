package dev.headgate.it.benchmarks;

/** One limiter under measurement, reduced to its quickest question: may one call go now? */
interface Subject {
    boolean tryOne();
}
