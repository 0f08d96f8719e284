package dev.headgate.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers what the test has set, and remembers what it was asked. For one thread. */
final class ScriptedDecider implements Decider {
    final List<String> asked = new ArrayList<>();
    private final Deque<Decision> next = new ArrayDeque<>();
    boolean up = true;

    @Nullable
    RedisTroubleException trouble;

    Runnable meanwhile = () -> {};

    void says(Decision... decisions) {
        next.addAll(List.of(decisions));
    }

    /** Redis is lost until {@code trouble} and {@code up} are set anew. */
    void isLost() {
        up = false;
        trouble = new RedisTroubleException("Redis at redis://r:1 did not answer within 50 ms", null);
    }

    void isFound() {
        up = true;
        trouble = null;
    }

    @Override
    public void start() {
        asked.add("start");
    }

    @Override
    public Decision decide(List<Schedule> schedules, Ask ask, long patienceNanos) throws RedisTroubleException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < schedules.size(); i++) {
            text.append(schedules.get(i).key()).append(' ');
            for (long cost : ask.costs().get(i)) {
                text.append(cost).append(' ');
            }
        }
        asked.add(text.append("within ").append(ask.maxWaitMicros()).toString());
        meanwhile.run();
        if (trouble != null) {
            throw trouble;
        }
        return next.isEmpty() ? new Decision.Go(1) : next.remove();
    }

    @Override
    public void cancel(Schedule schedule, long[] ticket) {
        asked.add("cancel " + schedule.key() + " " + List.of(ticket[0]));
    }

    @Override
    public @Nullable Object send(Command command) throws RedisTroubleException {
        asked.add("send");
        if (trouble != null) {
            throw trouble;
        }
        return null;
    }

    @Override
    public boolean isUp() {
        return up;
    }

    @Override
    public long nanosToProbe() {
        return 700_000_000;
    }

    @Override
    public void close() {
        asked.add("close");
    }
}
