package dev.headgate.config;

import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Report;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.BandwidthBuilder.FixedWindowStage;
import dev.headgate.limiter.BandwidthBuilder.LeakyBucketStage;
import dev.headgate.limiter.BandwidthBuilder.SlidingWindowLogStage;
import dev.headgate.limiter.BandwidthBuilder.TokenBucketStage;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the numbers of one algorithm. */
final class BandwidthReader {
    private final Values values;
    private final Report report;
    private final Section section;
    private final String rule;
    private boolean bad;

    BandwidthReader(Values values, Section section, String rule) {
        this.values = values;
        this.report = values.report();
        this.section = section;
        this.rule = rule;
    }

    /** Returns the bandwidth, or null if reported. */
    @Nullable
    Bandwidth read(Vocabulary kind, Rate rate, long largestCost) {
        try {
            Bandwidth bandwidth = switch (kind) {
                case SLIDING_WINDOW_LOG -> log(rate);
                case TOKEN_BUCKET -> tokenBucket(rate);
                case LEAKY_BUCKET -> leakyBucket(rate, largestCost);
                case FIXED_WINDOW -> fixedWindow(rate);
                case SLIDING_WINDOW_COUNTER ->
                    Bandwidth.builder()
                            .slidingWindowCounter(rate.tokens(), rate.period())
                            .build();
                default -> throw new IllegalStateException(kind + " is not a kind of limit");
            };
            return bad ? null : bandwidth;
        } catch (IllegalArgumentException wrong) {
            report.error(section.at(), "a limit of " + rule + ": " + wrong.getMessage(), null);
            return null;
        }
    }

    private Bandwidth log(Rate rate) {
        SlidingWindowLogStage log = Bandwidth.builder().slidingWindowLog(rate.tokens(), rate.period());
        Boolean spread = optional("spread", values::flag);
        if (spread != null) {
            log.spread(spread);
        }
        Boolean exact =
                optional("resolution", (node, what) -> values.choice(node, what, Map.of("auto", false, "exact", true)));
        if (exact != null && exact) {
            log.exact();
        }
        return log.build();
    }

    private Bandwidth tokenBucket(Rate rate) {
        Long capacity = optional("capacity", (node, what) -> values.count(node, what, 1, Long.MAX_VALUE));
        long holds = capacity == null ? rate.tokens() : capacity;
        TokenBucketStage bucket = Bandwidth.builder().capacity(holds).refillGreedy(rate.tokens(), rate.period());
        Long initial = optional("initial", (node, what) -> values.count(node, what, 0, holds));
        if (initial != null) {
            bucket.initialTokens(initial);
        }
        return bucket.build();
    }

    private Bandwidth leakyBucket(Rate rate, long largestCost) {
        LeakyBucketStage bucket = Bandwidth.builder().leakyBucket(rate.tokens(), rate.period());
        Long depth = optional("depth", (node, what) -> values.count(node, what, 1, Long.MAX_VALUE));
        if (depth != null) {
            bucket.depth(depth);
        }
        Long release = optional("release", (node, what) -> values.count(node, what, 1, Long.MAX_VALUE));
        Boolean meter = optional("meter", values::flag);
        if (meter != null && meter) {
            if (release != null) {
                report.error(
                        section.at("release"),
                        "`release` has no meaning with `meter: true`, where calls go as soon as the level allows",
                        "delete one of the two");
                bad = true;
            }
            return bucket.meter().build();
        }
        return bucket.release(release == null ? largestCost : release).build();
    }

    private Bandwidth fixedWindow(Rate rate) {
        FixedWindowStage window = Bandwidth.builder().fixedWindow(rate.tokens(), rate.period());
        optional(
                "align",
                (node, what) -> values.value(node, what, text -> {
                    align(window, text);
                    return text;
                }));
        return window.build();
    }

    private void align(FixedWindowStage window, String text) throws BadValue {
        try {
            if (text.matches("[0-9]{4}-.*")) {
                window.alignedTo(Instant.parse(text));
            } else if (!text.equals("UTC")) {
                window.zone(ZoneId.of(text));
            }
        } catch (DateTimeException unknown) {
            throw new BadValue(
                    "is neither a time zone nor an instant",
                    "write UTC, Europe/Paris or 2026-01-31T00:00:00Z",
                    report.isFull() ? null : Nearest.to(text, ZoneId.getAvailableZoneIds()));
        } catch (IllegalArgumentException period) {
            throw new BadValue("does not fit the period", String.valueOf(period.getMessage()), null);
        }
    }

    private interface Reader<T> {
        @Nullable
        T read(Node node, String what);
    }

    private <T> @Nullable T optional(String key, Reader<T> reader) {
        Node node = section.get(key);
        if (node == null) {
            return null;
        }
        T value = reader.read(node, "`" + key + "`");
        bad |= value == null;
        return value;
    }
}
