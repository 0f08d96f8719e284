package dev.headgate.limiter;

/**
 * Leaky bucket as a queue: calls leave evenly. At most {@code release} tokens leave in one instant, and the rate holds over
 * time; {@code depth} tokens may wait beside those that leave now, so nobody waits longer than depth * per / rate.
 */
final class LeakyQueueLimit extends LeakyMeterLimit {
    private final long longestWait;

    LeakyQueueLimit(Bandwidth bandwidth, long now) {
        super(bandwidth, now);
        this.longestWait = Wide.floorDiv(bandwidth.getDepth(), per, refill);
    }

    @Override
    long longestWait() {
        return longestWait;
    }
}
