package dev.headgate.it.storms;

import dev.headgate.it.storms.Trouble.Hint;
import dev.headgate.it.storms.Trouble.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The storms of the lab. */
public final class Scenarios {
    /** A fifth of the capacity is left for half a minute. */
    public static final Scenario BROWNOUT = Scenario.of("brownout", Trouble.of(Kind.BROWNOUT));

    /** Every call is refused for half a minute, without a word of when to come back. */
    public static final Scenario OUTAGE = Scenario.of("outage", Trouble.of(Kind.OUTAGE));

    /** The same, and each refusal says in seconds when to come back. */
    public static final Scenario OUTAGE_RETRY_AFTER =
            Scenario.of("outage-retry-after", Trouble.of(Kind.OUTAGE).hinting(Hint.SECONDS));

    /** The same, and each refusal says the date. */
    public static final Scenario OUTAGE_DATE =
            Scenario.of("outage-date", Trouble.of(Kind.OUTAGE).hinting(Hint.DATE));

    /** Three times the calls for half a minute. */
    public static final Scenario SURGE = Scenario.of("surge", Trouble.of(Kind.SURGE));

    /** Half as many calls again as the downstream's quota allows, for ever. */
    public static final Scenario QUOTA =
            Scenario.of("quota", Trouble.of(Kind.QUOTA)).traffic(each -> each.withLoad(1.5));

    /** The capacity falls for 40 seconds. */
    public static final Scenario SLOW_BROWNOUT =
            Scenario.of("slow-brownout", Trouble.of(Kind.SLOW_BROWNOUT).between(60, 100));

    /** A downstream that refuses early: its queue is a twentieth of a second. */
    public static final Scenario SHED = Scenario.of("shed", Trouble.of(Kind.BROWNOUT))
            .downstream(each -> each.withQueue(10))
            .limit(LimitKind.NONE, 1);

    /** A good answer says that nothing is left for half a minute: a pause without a failure. */
    public static final Scenario SPENT =
            Scenario.of("spent", Trouble.of(Kind.SPENT).hinting(Hint.SECONDS));

    /** A tenth of the load, until in the middle of an outage all of it comes. */
    public static final Scenario LOW_TRAFFIC = Scenario.of(
                    "low-traffic", Trouble.of(Kind.OUTAGE).hinting(Hint.SECONDS).withNoise(0.01))
            .traffic(each -> each.withLoad(0.08).rising(75, 0.8));

    /** The first calls of all come in an outage. */
    public static final Scenario COLD_START =
            Scenario.of("cold-start", Trouble.of(Kind.OUTAGE)).traffic(each -> each.beginning(60));

    /** A minute in which every call is refused without going out. */
    public static final Scenario LONG_OUTAGE = Scenario.of(
            "long-outage", Trouble.of(Kind.OUTAGE).hinting(Hint.SECONDS).between(60, 120));

    /** Nothing is wrong but Redis, for half a minute. */
    public static final Scenario REDIS_DEAD =
            Scenario.of("redis-dead", Trouble.of(Kind.NONE).between(60, 85)).redis(RedisState.DEAD);

    /** Redis and the downstream at the same time. */
    public static final Scenario REDIS_DEAD_BROWNOUT =
            Scenario.of("redis-dead-brownout", Trouble.of(Kind.BROWNOUT)).redis(RedisState.DEAD);

    /** All of a large fleet are told the same instant and cannot agree on who goes first. */
    public static final Scenario REDIS_DEAD_DATE = Scenario.of(
                    "redis-dead-date", Trouble.of(Kind.OUTAGE).hinting(Hint.DATE))
            .traffic(each -> each.withProcesses(200))
            .redis(RedisState.DEAD);

    /** Each trip to Redis takes 20 ms. */
    public static final Scenario REDIS_FAR =
            Scenario.of("redis-far", Trouble.of(Kind.BROWNOUT)).redis(RedisState.FAR);

    /** One call in twenty fails for no reason, the first ones among them: little is known of the downstream then. */
    public static final Scenario NOISY_START =
            Scenario.of("noisy-start", Trouble.of(Kind.NONE).withNoise(0.05).between(0, 30));

    private Scenarios() {}

    /** A limit against a quota, with a network that brings calls together that left apart. */
    public static Scenario quotaWithJitter(double limit) {
        return Scenario.of("quota-jitter-" + limit, Trouble.of(Kind.QUOTA))
                .traffic(each -> each.withLoad(1.5))
                .downstream(each -> each.withNetwork(0.05))
                .limit(LimitKind.LOG, limit);
    }

    /** Random failures that have nothing to do with the load. */
    public static Scenario noise(int percent) {
        return Scenario.of("noise-" + percent, Trouble.of(Kind.NONE).withNoise(percent / 100.0));
    }

    /** Each storm once. */
    public static List<Scenario> storms() {
        return List.of(
                BROWNOUT,
                OUTAGE,
                OUTAGE_RETRY_AFTER,
                OUTAGE_DATE,
                SURGE,
                QUOTA,
                SLOW_BROWNOUT,
                SHED,
                SPENT,
                LOW_TRAFFIC,
                COLD_START,
                LONG_OUTAGE,
                REDIS_FAR,
                REDIS_DEAD,
                REDIS_DEAD_BROWNOUT,
                REDIS_DEAD_DATE,
                NOISY_START,
                noise(1),
                noise(5),
                noise(20),
                noise(40),
                quotaWithJitter(1),
                quotaWithJitter(0.95));
    }

    /** A storm with every kind of limit, at and around the capacity, and with none. */
    static List<Scenario> limits(Scenario storm) {
        List<Scenario> all = new ArrayList<>();
        for (LimitKind kind : LimitKind.ALGORITHMS) {
            for (double share : new double[] {0.9, 1, 2}) {
                all.add(storm.limit(kind, share).named("-" + label(kind) + "-" + share));
            }
        }
        all.add(storm.limit(LimitKind.NONE, 1).named("-none"));
        return all;
    }

    /** A storm over other fleets. */
    static List<Scenario> fleets(Scenario storm) {
        return List.of(
                storm.traffic(each -> each.withProcesses(5)).named("-n5"),
                storm.traffic(each -> each.withProcesses(200)).named("-n200"),
                storm.traffic(each -> each.withZipf(1)).named("-zipf"),
                storm.traffic(each -> each.withProcesses(200).withZipf(1)).named("-n200-zipf"),
                storm.traffic(each -> each.withProcesses(200).withZipf(1))
                        .limit(LimitKind.NONE, 1)
                        .named("-n200-zipf-none"));
    }

    private static String label(LimitKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
