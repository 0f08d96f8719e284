package dev.headgate.redis;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What Redis is to be told of single keys of a rule: pauses, and that a call which tried was served. Thread-safe. */
final class KeyOrders {
    private static final int MOST = 1_000;

    private final Map<String, Said> bySchedule = new ConcurrentHashMap<>();

    /**
     * What is said of one schedule. Immutable.
     *
     * @param pause null: none is ordered
     * @param served whether a call was served, before that pause was ordered
     */
    record Said(Schedule schedule, @Nullable Order pause, boolean served) {
        private Said and(Said later) {
            Order both = later.pause == null ? pause : Order.later(pause, later.pause);
            return new Said(schedule, both, served || later.served);
        }
    }

    boolean isEmpty() {
        return bySchedule.isEmpty();
    }

    void pause(Schedule schedule, Order order) {
        say(new Said(schedule, order, false));
    }

    void served(Schedule schedule) {
        say(new Said(schedule, null, true));
    }

    /** Beyond what there is room for, others are forgotten: here, not by those who wait for those keys. */
    void say(Said said) {
        if (bySchedule.size() < MOST || bySchedule.containsKey(said.schedule.key())) {
            bySchedule.merge(said.schedule.key(), said, Said::and);
        }
    }

    /** All of them. */
    Collection<Said> all() {
        return bySchedule.values();
    }

    /** Returns what is said of a schedule, to whoever tells it; null: nothing. */
    @Nullable
    Said take(Schedule schedule) {
        return bySchedule.isEmpty() ? null : bySchedule.remove(schedule.key());
    }
}
