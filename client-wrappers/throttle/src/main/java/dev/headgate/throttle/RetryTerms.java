package dev.headgate.throttle;

/**
 * How many retries a downstream gets. Immutable.
 *
 * @param ratioPermille for each thousand first attempts
 * @param minPerSecond and besides in each second
 */
public record RetryTerms(int ratioPermille, long minPerSecond) {
    /** What holds where the file says nothing. */
    public static final RetryTerms DEFAULT = new RetryTerms(100, 1);
}
