package dev.headgate.it.storms;

import java.util.Arrays;

/** Counts of hundredths of a second, from the start on. Not to be changed. */
public final class Series {
    private static final int SLICES = Recording.SLICES;

    private final int[] slices;

    Series(int[] slices) {
        this.slices = slices.clone();
    }

    /**
     * Counts what happened at some times.
     *
     * @param seconds when, since the start, in any order
     * @param lastSecond where the series ends; what is later counts as then
     */
    public static Series of(double[] seconds, double lastSecond) {
        int[] counts = new int[(int) Math.ceil(lastSecond * SLICES) + 1];
        for (double second : seconds) {
            counts[Math.max(0, Math.min(counts.length - 1, (int) (second * SLICES)))]++;
        }
        return new Series(counts);
    }

    /** Returns all of them. */
    public long sum() {
        return Arrays.stream(slices).asLongStream().sum();
    }

    /** The sum between two times, in seconds. */
    long sum(double from, double to) {
        return Arrays.stream(slices, index(from), Math.max(index(from), index(to)))
                .asLongStream()
                .sum();
    }

    /** The most in one whole second that begins at {@code from} or whole seconds later. */
    long peak(double from, double to) {
        long most = 0;
        for (double second = from; second + 1 <= to; second++) {
            most = Math.max(most, sum(second, second + 1));
        }
        return most;
    }

    /** The sum of a while that begins with the first count after {@code from}. */
    long sumFromFirst(double from, double seconds) {
        int first = index(from);
        while (first < slices.length && slices[first] == 0) {
            first++;
        }
        double begin = (double) first / SLICES;
        return sum(begin, begin + seconds);
    }

    /**
     * Returns counts a second, for a plot.
     *
     * @param from where it begins, in seconds
     * @param to where it ends
     * @param step seconds over which each is the mean, a tenth or more
     */
    public double[] perSecond(double from, double to, double step) {
        double[] counts = new double[(int) Math.round((to - from) / step)];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = sum(from + i * step, from + (i + 1) * step) / step;
        }
        return counts;
    }

    private int index(double seconds) {
        return Math.max(0, Math.min(slices.length, (int) Math.round(seconds * SLICES)));
    }
}
