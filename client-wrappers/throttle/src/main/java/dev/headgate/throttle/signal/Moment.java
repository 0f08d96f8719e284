package dev.headgate.throttle.signal;

/**
 * When something ends.
 *
 * @param millis milliseconds, rounded up
 * @param sinceEpoch whether they count from the epoch, or from now
 */
record Moment(long millis, boolean sinceEpoch) {}
