package dev.headgate.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks through a {@link Combiner}. Thread-safe. */
final class RedisDecider implements Decider {
    private final Combiner<Schedule> combiner;

    RedisDecider(Combiner<Schedule> combiner) {
        this.combiner = combiner;
    }

    @Override
    public void start() {
        combiner.start();
    }

    @Override
    public Decision decide(List<Schedule> schedules, Ask ask, long patienceNanos) throws RedisTroubleException {
        return combiner.decide(schedules, ask, patienceNanos);
    }

    @Override
    public void cancel(Schedule schedule, long[] ticket) {
        combiner.cancel(schedule, ticket);
    }

    @Override
    public @Nullable Object send(Command command) throws RedisTroubleException {
        return combiner.send(command);
    }

    @Override
    public boolean isUp() {
        return combiner.isClosed();
    }

    @Override
    public long nanosToProbe() {
        return Math.max(1, combiner.nanosToProbe());
    }

    @Override
    public void close() {
        combiner.close();
    }
}
