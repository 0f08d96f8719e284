package dev.headgate.it.storms;

import java.util.function.UnaryOperator;

/**
 * One storm with all its numbers: for the simulation, and for whoever plays it to real processes. Immutable.
 *
 * @param name in the report
 * @param seconds how long it lasts
 * @param downstream what is called
 * @param trouble what goes wrong
 * @param traffic who calls
 * @param limit the fleet's limit
 * @param redis how the fleet's store fares
 */
public record Scenario(
        String name,
        int seconds,
        Downstream downstream,
        Trouble trouble,
        Traffic traffic,
        FleetLimit limit,
        RedisState redis) {
    /** The client's time-out of one attempt. */
    public static final double TIMEOUT_SECONDS = 1;

    /** How long the program goes on with one call. */
    public static final double DEADLINE_SECONDS = 10;

    /** How often the program tries one call. */
    public static final int ATTEMPTS = 4;

    /** A storm of five minutes: 50 processes, a load of 0.8 and a limit, the file's short form, that is the capacity. */
    public static Scenario of(String name, Trouble trouble) {
        return new Scenario(
                name,
                300,
                Downstream.USUAL,
                trouble,
                Traffic.of(50),
                new FleetLimit(LimitKind.LOG, 1),
                RedisState.WELL);
    }

    /** Returns the same under a longer name. */
    public Scenario named(String more) {
        return new Scenario(name + more, seconds, downstream, trouble, traffic, limit, redis);
    }

    /** Returns the same for another time. */
    public Scenario lasting(int other) {
        return new Scenario(name, other, downstream, trouble, traffic, limit, redis);
    }

    /** Returns the same with another limit. */
    public Scenario limit(LimitKind kind, double ofCapacity) {
        return new Scenario(name, seconds, downstream, trouble, traffic, new FleetLimit(kind, ofCapacity), redis);
    }

    /** Returns the same with another store. */
    public Scenario redis(RedisState other) {
        return new Scenario(name, seconds, downstream, trouble, traffic, limit, other);
    }

    /** Returns the same with what is called changed. */
    public Scenario downstream(UnaryOperator<Downstream> change) {
        return new Scenario(name, seconds, change.apply(downstream), trouble, traffic, limit, redis);
    }

    /** Returns the same with what goes wrong changed. */
    public Scenario trouble(UnaryOperator<Trouble> change) {
        return new Scenario(name, seconds, downstream, change.apply(trouble), traffic, limit, redis);
    }

    /** Returns the same with those who call changed. */
    public Scenario traffic(UnaryOperator<Traffic> change) {
        return new Scenario(name, seconds, downstream, trouble, change.apply(traffic), limit, redis);
    }

    /** Returns the calls of the program a second at a time, not counting what it repeats. */
    public double callsPerSecond(double second) {
        return downstream.capacity() * traffic.load(second) * trouble.traffic(second);
    }
}
