package dev.headgate.limiter;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Random limits, requests and times, near the edges where answers change: unround periods and rates, slots, window starts. */
public final class RandomPlan {
    /** Ticks of the local limiter. */
    static final long SECOND = 1_000_000_000L;

    /** Every kind, and ten mixes. */
    public static final List<String> SHAPES = List.of(
            "token-bucket",
            "leaky-queue",
            "leaky-meter",
            "fixed-window",
            "log",
            "cells",
            "counter",
            "fixed-window+token-bucket",
            "log+leaky-queue",
            "counter+token-bucket",
            "log+fixed-window+token-bucket",
            "token-bucket+token-bucket",
            "leaky-meter+log",
            "leaky-queue+fixed-window",
            "counter+log+leaky-queue",
            "token-bucket+leaky-meter+fixed-window+log+counter",
            "cells+token-bucket+fixed-window");

    public final Random random;

    /** The first time, ticks since the epoch. */
    public final long start;

    private final String shape;
    private final long second;
    Bandwidth[] limits;

    RandomPlan(String shape, long seed) {
        this(shape, new Random(seed), SECOND);
    }

    /**
     * @param second how many ticks it is
     */
    public RandomPlan(String shape, Random random, long second) {
        this.random = random;
        this.shape = shape;
        this.second = second;
        this.start = 1_700_000_000L * second + (long) (random.nextDouble() * 60 * second);
        this.limits = limits();
    }

    /** Returns the limits, with a tick counted as a nanosecond. */
    public Bandwidth[] currentLimits() {
        return limits.clone();
    }

    Bandwidth[] limits() {
        String[] kinds = shape.split("\\+");
        Bandwidth[] limits = new Bandwidth[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            limits[i] = limit(kinds[i]);
        }
        return limits;
    }

    /** One of some values. */
    public long pick(long... values) {
        return values[random.nextInt(values.length)];
    }

    private Bandwidth limit(String kind) {
        Duration per = Duration.ofNanos(
                pick(second, second, second / 10, 10 * second, 999_983 * second / 1_000_000, 3 * second + 1));
        long tokens = pick(1, 2, 3, 5, 7, 10, 20);
        switch (kind) {
            case "token-bucket":
                long capacity = pick(tokens, 1 + tokens / 2, 2 * tokens);
                return Bandwidth.builder()
                        .capacity(capacity)
                        .refillGreedy(tokens, per)
                        .initialTokens(pick(capacity, capacity, 0))
                        .build();
            case "leaky-meter":
                return Bandwidth.builder()
                        .leakyBucket(tokens, per)
                        .depth(pick(tokens, 2 * tokens))
                        .meter()
                        .build();
            case "leaky-queue":
                return Bandwidth.builder()
                        .leakyBucket(tokens, per)
                        .depth(pick(tokens, 5 * tokens))
                        .release(pick(1, 1, 2, 5))
                        .build();
            case "fixed-window":
                return Bandwidth.builder()
                        .fixedWindow(tokens, per)
                        .offset(pick(0, 1) == 0 ? Duration.ZERO : per.dividedBy(3))
                        .build();
            case "cells":
                return Bandwidth.builder()
                        .slidingWindowLog(pick(4097, 5000), per)
                        .spread(random.nextInt(3) == 0)
                        .build();
            case "log":
                return Bandwidth.builder()
                        .slidingWindowLog(tokens, per)
                        .spread(random.nextBoolean())
                        .build();
            default:
                return Bandwidth.builder().slidingWindowCounter(tokens, per).build();
        }
    }

    long anyPeriod() {
        return limits[random.nextInt(limits.length)].getRefillPeriodNanos();
    }

    /** 1 to most, rather few or all. */
    public long cost(long most) {
        return Math.min(most, pick(1, 1, 1, 2, upTo(most), upTo(most), most));
    }

    /** In ticks; often none. */
    public long maxWait() {
        long per = anyPeriod();
        return pick(0, 0, per / 3, per, 4 * per, 50 * per);
    }

    /** 1 to most. */
    public long upTo(long most) {
        return 1 + (long) (random.nextDouble() * most);
    }

    /** The next time, at or after {@code now}; {@code last} is the last slot. */
    public long nextTime(long now, long last) {
        long per = anyPeriod();
        double way = random.nextDouble();
        if (way < 0.5) {
            return now;
        }
        if (way < 0.55 && last > now) {
            return Math.max(now, last + pick(-1, 0, 1));
        }
        if (way < 0.6) {
            return Math.max(now, now + per - now % per + pick(-1, 0));
        }
        if (way < 0.92) {
            return now + (long) (random.nextDouble() * per / pick(2, 10, 100));
        }
        return now + pick(1, per / 4, per, per + 1, 3 * per);
    }
}
