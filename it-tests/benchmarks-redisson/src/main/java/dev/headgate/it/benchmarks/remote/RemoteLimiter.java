package dev.headgate.it.benchmarks.remote;

/** A limiter on Redis with numbered keys, reduced to its quickest question. Thread-safe. */
@FunctionalInterface
public interface RemoteLimiter {
    /** Asks for one permit of a key, now or not at all. */
    boolean tryOne(int key) throws Exception;

    /** Makes limiters that have no state yet. */
    @FunctionalInterface
    interface Maker {
        /**
         * Makes one.
         *
         * @param prefix what its keys in Redis shall begin with
         * @param permits for each key, so many at once and in each period
         * @param keys how many keys will be asked for, from 0
         */
        RemoteLimiter make(String prefix, long permits, long periodMillis, int keys);
    }
}
