package dev.headgate.limiter.pictures;

import static dev.headgate.limiter.ManualMeter.SECOND;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.ManualMeter;
import java.time.Duration;
import java.util.Locale;

/** The bytes that a bucket takes once its limit is used up, over the size of the limit. */
final class Memory {
    private static final long[] LIMITS = {10, 100, 1_000, 4_000, 5_000, 10_000, 100_000, 1_000_000};
    private static final int LEFT = 90;
    private static final int RIGHT = 570;
    private static final int TOP = 60;
    private static final int BOTTOM = 340;

    private Memory() {}

    /** Of a bucket of so many tokens a second that was asked for as many, evenly over two seconds. */
    static long bytes(Kind kind, long tokens) {
        // One word is only for clocks that are never set back; cells are counted from the epoch, which must not move.
        ManualMeter clock = kind == Kind.TOKEN_BUCKET ? ManualMeter.nano() : ManualMeter.wall();
        LocalBucket bucket = kind.perSecond(tokens, clock);
        for (long i = 0; i < 2 * tokens; i++) {
            clock.at(i * SECOND / tokens);
            bucket.tryConsume(1);
        }
        return Footprint.of(bucket);
    }

    static long bytesOfTwoTokenBuckets() {
        return Footprint.of(Bucket.builder()
                .addLimit(Bandwidth.simple(100, Duration.ofSeconds(1)))
                .addLimit(Bandwidth.simple(1_000, Duration.ofHours(1)))
                .build());
    }

    private static double xOf(double tokens) {
        return LEFT + (RIGHT - LEFT) * (StrictMath.log10(tokens) - 1) / 5;
    }

    private static double yOf(double bytes) {
        return BOTTOM - (BOTTOM - TOP) * (StrictMath.log10(bytes) - 1) / 4;
    }

    static String draw() {
        Svg svg = new Svg(760, 390, "Memory of one bucket");
        svg.text(16, 44, "start", "Bytes once the limit is used up, beside the 40 or so that the table of keys takes.");
        for (int power = 1; power <= 5; power++) {
            double y = yOf(StrictMath.pow(10, power));
            svg.line(LEFT, y, RIGHT, y, Svg.PALE);
            svg.text(LEFT - 8, y + 4, "end", String.format(Locale.ROOT, "%,d B", (long) StrictMath.pow(10, power)));
        }
        for (int power = 1; power <= 6; power++) {
            double x = xOf(StrictMath.pow(10, power));
            svg.line(x, TOP, x, BOTTOM, Svg.PALE);
            svg.text(x, BOTTOM + 18, "middle", String.format(Locale.ROOT, "%,d", (long) StrictMath.pow(10, power)));
        }
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 38, "middle", "tokens a second");
        for (Kind kind : Kind.values()) {
            double[] points = new double[2 * LIMITS.length];
            for (int i = 0; i < LIMITS.length; i++) {
                points[2 * i] = xOf(LIMITS[i]);
                points[2 * i + 1] = yOf(bytes(kind, LIMITS[i]));
            }
            svg.path(points, kind.colour);
            double y = TOP + 20 * kind.ordinal() + 60;
            svg.bar(RIGHT + 14, y - 7, 10, 5, kind.colour);
            svg.text(RIGHT + 30, y, "start", kind.words);
        }
        return svg.end();
    }
}
