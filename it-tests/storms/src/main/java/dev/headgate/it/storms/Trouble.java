package dev.headgate.it.storms;

/**
 * What goes wrong, and when. Immutable.
 *
 * @param kind what
 * @param from seconds from the start
 * @param to seconds from the start; then all is as before
 * @param hint how a refusal says when to come back
 * @param noise the share of calls that are refused at random, whatever the load, from {@code from} on for ever
 */
public record Trouble(Kind kind, double from, double to, Hint hint, double noise) {
    private static final double BROWNOUT = 0.2;
    private static final double SURGE = 3;

    /** What goes wrong. */
    public enum Kind {
        /** Nothing. */
        NONE,
        /** A fifth of the capacity is left. */
        BROWNOUT,
        /** The capacity falls evenly to a fifth. */
        SLOW_BROWNOUT,
        /** Every call is refused at once. */
        OUTAGE,
        /** Three times the calls. */
        SURGE,
        /** Nothing breaks, but what exceeds a quota a second is refused, all the time. */
        QUOTA,
        /** Good answers say at {@code from} that nothing is left until {@code to}; who calls all the same is refused. */
        SPENT
    }

    /** How a refusal says when to come back. */
    public enum Hint {
        /** Not at all. */
        NONE,
        /** {@code Retry-After} in seconds, rounded up. */
        SECONDS,
        /** {@code Retry-After} as a date: all are told the same instant. */
        DATE
    }

    /** Something from the 60th second to the 90th. */
    public static Trouble of(Kind kind) {
        return new Trouble(kind, 60, 90, Hint.NONE, 0);
    }

    /** Returns the same with refusals that say so. */
    public Trouble hinting(Hint value) {
        return new Trouble(kind, from, to, value, noise);
    }

    /** Returns the same with that share of calls refused at random besides. */
    public Trouble withNoise(double share) {
        return new Trouble(kind, from, to, hint, share);
    }

    /** Returns the same at another time, in seconds from the start. */
    public Trouble between(double begin, double end) {
        return new Trouble(kind, begin, end, hint, noise);
    }

    /** Returns by what the capacity is multiplied. */
    public double capacity(double second) {
        return switch (kind) {
            case BROWNOUT -> isOn(second) ? BROWNOUT : 1;
            case SLOW_BROWNOUT -> isOn(second) ? 1 - (1 - BROWNOUT) * (second - from) / (to - from) : 1;
            // The quota is what limits, not the machine.
            case QUOTA -> 2;
            default -> 1;
        };
    }

    /** Returns the share of calls that are refused at random. */
    double noise(double second) {
        return second < from ? 0 : noise;
    }

    /** Returns whether every call is refused. */
    public boolean refuses(double second) {
        return (kind == Kind.OUTAGE || kind == Kind.SPENT) && isOn(second);
    }

    /** Returns by what the traffic is multiplied. */
    public double traffic(double second) {
        return kind == Kind.SURGE && isOn(second) ? SURGE : 1;
    }

    private boolean isOn(double second) {
        return second >= from && second < to;
    }
}
