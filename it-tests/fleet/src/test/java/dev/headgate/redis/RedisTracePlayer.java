package dev.headgate.redis;

import dev.headgate.limiter.TokensInheritanceStrategy;
import dev.headgate.limiter.TraceLimits;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Performs the operations of one trace, in microseconds, on a schedule in Redis; times in a trace count from its start. */
final class RedisTracePlayer {
    /** The trace's clock is nowhere near the server's. */
    static final long ANY_SKEW = 1L << 51;

    private final ScheduleTalk talk;
    private final long start;
    private final List<long @Nullable []> tickets = new ArrayList<>();
    private Schedule schedule;

    /** Makes the budget, at the start of the trace. */
    @SuppressWarnings("unchecked")
    RedisTracePlayer(ScheduleTalk talk, String key, Map<String, Object> trace) throws LineBrokenException {
        this.talk = talk;
        this.start = (Long) trace.get("start");
        this.schedule = new Schedule(key, key, terms((List<Object>) trace.get("limits")));
        talk.admin(Admin.available(schedule, at(0)));
    }

    private static ScheduleTerms terms(List<Object> limits) {
        return ScheduleTerms.of(List.of(TraceLimits.of(limits, ChronoUnit.MICROS)), 0);
    }

    /** Time 0 would be the server's. */
    private Terms at(long now) {
        return new Terms(Math.max(1, start + now), ANY_SKEW);
    }

    /** Decides requests, each a cost and a longest wait, by one command; each answer in the fields that a trace has for it. */
    List<Map<String, Object>> decide(long now, List<long[]> requests) throws LineBrokenException {
        List<Ask> asks = new ArrayList<>();
        for (long[] request : requests) {
            long[] costs = new long[schedule.terms().kinds().size()];
            Arrays.fill(costs, request[0]);
            asks.add(new Ask(List.of(costs), request[1]));
        }
        Reply reply = talk.decide(List.of(schedule), at(now), asks);
        List<Map<String, Object>> answers = new ArrayList<>();
        for (Decision decision : reply.decisions()) {
            if (decision instanceof Decision.Refused) {
                long comeBack = ((Decision.Refused) decision).comeBackMicros();
                answers.add(Map.of("come_back", reply.nowMicros() + comeBack - start));
                tickets.add(null);
            } else if (decision instanceof Decision.Slot) {
                answers.add(Map.of("slot", reply.nowMicros() + ((Decision.Slot) decision).waitMicros() - start));
                tickets.add(((Decision.Slot) decision).ticket());
            } else {
                answers.add(Map.of("slot", reply.nowMicros() - start));
                tickets.add(null);
            }
        }
        return answers;
    }

    /** A call that went at once has no ticket: nothing can be given back, but the budget takes note of the time. */
    private boolean cancel(int id, long now) throws LineBrokenException {
        long[] ticket = tickets.get(id);
        if (ticket == null) {
            talk.admin(Admin.available(schedule, at(now)));
            return false;
        }
        return talk.cancel(schedule, at(now), ticket);
    }

    /** The answer to an operation that decides nothing. */
    @SuppressWarnings("unchecked")
    Map<String, Object> answer(Map<String, Object> op) throws LineBrokenException {
        long now = (Long) op.get("now");
        long n = (Long) op.getOrDefault("n", 0L);
        switch ((String) op.get("op")) {
            case "cancel":
                return Map.of("freed", cancel(((Long) op.get("id")).intValue(), now));
            case "available":
                return Map.of("is", talk.admin(Admin.available(schedule, at(now))));
            case "full_at":
                return Map.of("is", talk.admin(Admin.fullAt(schedule, at(now))) - start);
            case "consume_ignoring_limits":
                return Map.of("penalty", talk.admin(Admin.consumeIgnoringLimits(schedule, at(now), n)));
            case "add_tokens":
                return nothing(Admin.add(schedule, at(now), n));
            case "force_add_tokens":
                return nothing(Admin.forceAdd(schedule, at(now), n));
            case "reset":
                return nothing(Admin.reset(schedule, at(now)));
            case "replace":
                ScheduleTerms wanted = terms((List<Object>) op.get("limits"));
                TokensInheritanceStrategy how = TokensInheritanceStrategy.valueOf((String) op.get("how"));
                Map<String, Object> answer = nothing(Admin.replace(schedule, wanted, how, at(now)));
                schedule = schedule.with(wanted);
                return answer;
            default:
                throw new IllegalArgumentException("unknown operation " + op);
        }
    }

    private Map<String, Object> nothing(Command command) throws LineBrokenException {
        talk.admin(command);
        return Map.of();
    }
}
