package dev.headgate.it.storms;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the figures of a storm must be. Immutable. */
public final class Bounds {
    /** Nothing is asked. */
    static final Bounds NONE =
            new Bounds(0, Double.POSITIVE_INFINITY, 1, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);

    private final double success;
    private final double recovery;
    private final double wasted;
    private final double peakAfter;
    private final double herd;
    private final double fairness;

    private Bounds(double success, double recovery, double wasted, double peakAfter, double herd, double fairness) {
        this.success = success;
        this.recovery = recovery;
        this.wasted = wasted;
        this.peakAfter = peakAfter;
        this.herd = herd;
        this.fairness = fairness;
    }

    Bounds success(double least) {
        return new Bounds(least, recovery, wasted, peakAfter, herd, fairness);
    }

    Bounds recovery(double most) {
        return new Bounds(success, most, wasted, peakAfter, herd, fairness);
    }

    Bounds wasted(double most) {
        return new Bounds(success, recovery, most, peakAfter, herd, fairness);
    }

    Bounds peakAfter(double most) {
        return new Bounds(success, recovery, wasted, most, herd, fairness);
    }

    Bounds herd(double most) {
        return new Bounds(success, recovery, wasted, peakAfter, most, fairness);
    }

    Bounds fairness(double least) {
        return new Bounds(success, recovery, wasted, peakAfter, herd, least);
    }

    /** Returns what is not as it must be, in words; empty if all is. */
    public List<String> misses(Average average) {
        List<String> misses = new ArrayList<>();
        atLeast(misses, "success", average.success(), success);
        atMost(misses, "recovery", average.recovery(), recovery);
        atMost(misses, "wasted", average.wasted(), wasted);
        atMost(misses, "peak after", average.peakAfter(), peakAfter);
        atMost(misses, "herd", average.herd(), herd);
        atLeast(misses, "fairness", average.mean(Figures::fairness), fairness);
        return misses;
    }

    private static void atLeast(List<String> misses, String what, double is, double least) {
        if (!(is >= least)) {
            misses.add(String.format(Locale.ROOT, "%s %.4f < %.4f", what, is, least));
        }
    }

    private static void atMost(List<String> misses, String what, double is, double most) {
        if (!(is <= most)) {
            misses.add(String.format(Locale.ROOT, "%s %.4f > %.4f", what, is, most));
        }
    }
}
