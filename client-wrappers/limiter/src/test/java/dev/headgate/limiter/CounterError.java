package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.SECOND;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** How far a sliding window counter of 100 a minute is from an exact log of what it admitted, for one kind of traffic. */
public final class CounterError {
    private static final int LIMIT = 100;
    private static final long PERIOD = 60 * SECOND;
    private static final long LENGTH = 300 * PERIOD;

    private final LocalBucket bucket;
    private final ManualMeter clock = ManualMeter.wall();
    private final ArrayDeque<Long> inside = new ArrayDeque<>();
    private long arrivals;
    private long admitted;
    private long wronglyAllowed;
    private long wronglyDenied;
    private double error;
    private int most;

    private CounterError(List<Long> times) {
        bucket = Bucket.builder()
                .addLimit(limit -> limit.slidingWindowCounter(LIMIT, Duration.ofNanos(PERIOD)))
                .withCustomTimePrecision(clock)
                .build();
        for (long time : times) {
            arrive(time);
        }
    }

    private void arrive(long time) {
        clock.at(time);
        while (!inside.isEmpty() && inside.peekFirst() <= time - PERIOD) {
            inside.removeFirst();
        }
        int exact = inside.size();
        long estimate = LIMIT - bucket.getAvailableTokens();
        error += Math.abs(estimate - exact) / (double) Math.max(1, exact);
        boolean went = bucket.tryConsume(1);
        arrivals++;
        wronglyAllowed += went && exact >= LIMIT ? 1 : 0;
        wronglyDenied += !went && exact < LIMIT ? 1 : 0;
        if (went) {
            admitted++;
            inside.addLast(time);
            most = Math.max(most, inside.size());
        }
    }

    double wrong() {
        return 100.0 * (wronglyAllowed + wronglyDenied) / arrivals;
    }

    /** The most calls admitted in any minute, by the limit. */
    public double worst() {
        return most / (double) LIMIT;
    }

    double rate() {
        return admitted / (double) (LENGTH / PERIOD) / LIMIT;
    }

    /** Of the calls, how many per cent were admitted though an exact log would have refused them. */
    public double allowed() {
        return 100.0 * wronglyAllowed / arrivals;
    }

    /** Of the calls, how many per cent were refused though an exact log would have admitted them. */
    public double denied() {
        return 100.0 * wronglyDenied / arrivals;
    }

    double estimateError() {
        return 100 * error / arrivals;
    }

    long arrivals() {
        return arrivals;
    }

    long wrongDecisions() {
        return wronglyAllowed + wronglyDenied;
    }

    static CounterError at(List<Long> times) {
        return new CounterError(times);
    }

    /** Calls at random, at so many times the limit on average. */
    public static CounterError random(double share) {
        return at(poisson(share, 5));
    }

    /** Bursts of three seconds, of half to one and a half times the limit. */
    public static CounterError bursts() {
        Random random = new Random(5);
        List<Long> onOff = new ArrayList<>();
        for (long on = 0; on < LENGTH; on += (long) ((0.5 + random.nextDouble()) * PERIOD)) {
            int calls = LIMIT / 2 + random.nextInt(LIMIT);
            for (int i = 0; i < calls; i++) {
                onOff.add(on + i * 3 * SECOND / (3 * LIMIT / 2));
            }
        }
        onOff.sort(null);
        return at(onOff);
    }

    /** The whole limit at once at the end of a window, then six times the limit in the next. */
    public static CounterError allAtTheEnd() {
        return at(burstsThenFlood(PERIOD - LIMIT));
    }

    /** The whole limit at once at the start of a window, then six times the limit in the next. */
    public static CounterError allAtTheStart() {
        return at(burstsThenFlood(0));
    }

    static List<Long> poisson(double share, long seed) {
        Random random = new Random(seed);
        List<Long> times = new ArrayList<>();
        double mean = PERIOD / (share * LIMIT);
        for (double t = 0; t < LENGTH; t += -mean * StrictMath.log(1 - random.nextDouble())) {
            times.add((long) t);
        }
        return times;
    }

    /** {@code calls} at once at {@code offset} in every second window. */
    static List<Long> burstsThenFlood(long offset) {
        List<Long> times = new ArrayList<>();
        for (long window = 0; window < LENGTH; window += 3 * PERIOD) {
            for (int i = 0; i < LIMIT; i++) {
                times.add(window + offset + i);
            }
            for (int i = 0; i < 6 * LIMIT; i++) {
                times.add(window + PERIOD + i * PERIOD / (6 * LIMIT));
            }
        }
        return times;
    }
}
