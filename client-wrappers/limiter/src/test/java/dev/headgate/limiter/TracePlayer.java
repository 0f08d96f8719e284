package dev.headgate.limiter;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Performs the operations of one trace on a {@link Budget}; times in a trace are ticks after its start. */
final class TracePlayer {
    private final long start;
    private final Budget budget;
    private final List<Place> places = new ArrayList<>();

    /** Places that went at once have no {@link Place}: only their slot is known, and a cancel is too late by definition. */
    @SuppressWarnings("unchecked")
    TracePlayer(Map<String, Object> trace) {
        this.start = (Long) trace.get("start");
        long second = trace.get("tick").equals("ns") ? 1_000_000_000L : 1_000_000L;
        this.budget = new Budget(TraceLimits.of((List<Object>) trace.get("limits"), ChronoUnit.NANOS), start, second);
    }

    private Map<String, Object> ask(long n, long now, long maxWait) {
        budget.limits().mustFit(n, null);
        boolean granted = budget.reserve(n, null, now, maxWait);
        Place place = budget.place;
        places.add(place != null ? place : new Place(budget.slot, n, null, -1, Place.SHARED, null));
        return granted ? Map.of("slot", budget.slot - start) : Map.of("come_back", budget.comeBack - start);
    }

    /** The answer to one operation, in the fields that the trace has for it. */
    @SuppressWarnings("unchecked")
    Map<String, Object> answer(Map<String, Object> op) {
        long now = start + (Long) op.get("now");
        long n = (Long) op.getOrDefault("n", 0L);
        Map<String, Object> answer = new LinkedHashMap<>();
        switch ((String) op.get("op")) {
            case "try":
                answer.putAll(ask(n, now, 0));
                break;
            case "reserve":
                answer.putAll(ask(n, now, (Long) op.get("max_wait")));
                break;
            case "decide":
                List<Object> answers = new ArrayList<>();
                for (Object request : (List<Object>) op.get("requests")) {
                    answers.add(
                            ask((Long) ((List<Object>) request).get(0), now, (Long) ((List<Object>) request).get(1)));
                }
                answer.put("answers", answers);
                break;
            case "cancel":
                Long id = (Long) op.get("id");
                answer.put("freed", budget.cancel(places.get(id.intValue()), now));
                break;
            case "available":
                answer.put("is", budget.available(now));
                break;
            case "full_at":
                answer.put("is", budget.fullAt(now) - start);
                break;
            case "consume_ignoring_limits":
                answer.put("penalty", budget.owe(n, null, now));
                break;
            case "add_tokens":
                budget.add(n, now, false);
                break;
            case "force_add_tokens":
                budget.add(n, now, true);
                break;
            case "reset":
                budget.reset(now);
                break;
            case "replace":
                TokensInheritanceStrategy how = TokensInheritanceStrategy.valueOf((String) op.get("how"));
                budget.replace(TraceLimits.of((List<Object>) op.get("limits"), ChronoUnit.NANOS), how, now);
                break;
            default:
                throw new IllegalArgumentException("unknown operation " + op);
        }
        return answer;
    }
}
