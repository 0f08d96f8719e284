package dev.headgate.limiter;

import java.time.Duration;

/** A limit in the words of a configuration file. */
final class BandwidthText {
    private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us", "ns"};
    private static final long[] NANOS = {
        86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
    };

    private BandwidthText() {}

    static String of(Bandwidth bandwidth) {
        String rate = rate(bandwidth.getRefillTokens(), bandwidth.getRefillPeriodNanos());
        StringBuilder text = new StringBuilder("{");
        switch (bandwidth.getAlgorithm()) {
            case TOKEN_BUCKET:
                text.append("token-bucket: ")
                        .append(rate)
                        .append(", capacity: ")
                        .append(bandwidth.getCapacity());
                if (bandwidth.getInitialTokens() != bandwidth.getCapacity()) {
                    text.append(", initial: ").append(bandwidth.getInitialTokens());
                }
                break;
            case LEAKY_BUCKET:
                text.append("leaky-bucket: ").append(rate).append(", depth: ").append(bandwidth.getDepth());
                if (bandwidth.isMeter()) {
                    text.append(", meter: true");
                } else {
                    text.append(", release: ").append(bandwidth.getCapacity());
                }
                break;
            case FIXED_WINDOW:
                text.append("fixed-window: ").append(rate);
                if (bandwidth.getZone() != null) {
                    text.append(", align: ").append(bandwidth.getZone());
                } else if (bandwidth.getOffsetNanos() != 0) {
                    text.append(", align: ").append(Duration.ofNanos(bandwidth.getOffsetNanos()));
                }
                break;
            case SLIDING_WINDOW_LOG:
                if (bandwidth.isSpread() && !bandwidth.isExact()) {
                    return rate;
                }
                text.append("sliding-window-log: ").append(rate);
                text.append(bandwidth.isSpread() ? "" : ", spread: false");
                text.append(bandwidth.isExact() ? ", resolution: exact" : "");
                break;
            case SLIDING_WINDOW_COUNTER:
                text.append("sliding-window-counter: ").append(rate);
                break;
        }
        return text.append('}').toString();
    }

    private static String rate(long tokens, long periodNanos) {
        int unit = 0;
        while (periodNanos % NANOS[unit] != 0) {
            unit++;
        }
        long count = periodNanos / NANOS[unit];
        return tokens + "/" + (count == 1 ? "" : count) + UNITS[unit];
    }
}
