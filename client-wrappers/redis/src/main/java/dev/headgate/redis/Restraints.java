package dev.headgate.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What this process knows of pauses and paces of one rule, from replies and from what was ordered here. Thread-safe. */
final class Restraints {
    private static final int MOST = 1_000;

    /** By so much a pause may seem longer than it is: a reply is read late. */
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Map<String, Known> bySchedule = new ConcurrentHashMap<>();

    /**
     * What is known of one schedule.
     *
     * @param pause until when nobody goes
     * @param trying whether that is only because a call tries
     * @param gapNanos time from one call to the next at least; 0: none
     */
    record Known(Order pause, boolean trying, long gapNanos) {
        long pausedNanos(long nowNanos) {
            return Math.max(0, pause.untilNanos() - nowNanos);
        }
    }

    boolean isEmpty() {
        return bySchedule.isEmpty();
    }

    @Nullable
    Known of(Schedule schedule) {
        return bySchedule.isEmpty() ? null : bySchedule.get(schedule.key());
    }

    /** This process has heard that nobody shall go before a time, and will tell Redis. */
    void order(Schedule schedule, Order order) {
        bySchedule.merge(
                room(schedule),
                new Known(order, false, 0),
                (known, fresh) ->
                        new Known(known.trying() ? order : Order.later(known.pause(), order), false, known.gapNanos()));
    }

    /**
     * Redis has said how it stands.
     *
     * @param restraint null: nothing holds back
     * @return what was ordered and is not over, if Redis does not know it any more; else null
     */
    @Nullable
    Order hear(Schedule schedule, Reply.@Nullable Restraint restraint, long nowNanos) {
        Known before = of(schedule);
        long pauseNanos = restraint == null ? 0 : TimeUnit.MICROSECONDS.toNanos(restraint.pauseMicros());
        if (before != null && !before.trying() && before.pausedNanos(nowNanos) > pauseNanos + SLACK_NANOS) {
            return before.pause();
        }
        if (restraint == null || restraint.isNothing()) {
            if (before != null) {
                bySchedule.remove(schedule.key(), before);
            }
            return null;
        }
        Order pause =
                new Order(nowNanos + pauseNanos, TimeUnit.MICROSECONDS.toNanos(Math.abs(restraint.probeMicros())));
        long gap = TimeUnit.MICROSECONDS.toNanos(restraint.gapMicros());
        bySchedule.put(room(schedule), new Known(pause, restraint.probeMicros() < 0, gap));
        return null;
    }

    /** The name of a schedule, for which there is room then. */
    private String room(Schedule schedule) {
        if (bySchedule.size() >= MOST) {
            bySchedule.clear();
        }
        return schedule.key();
    }
}
