package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each kind promises to the downstream, over every window of random traces with waits and cancels. */
class InvariantsTest {
    static List<String> shapes() {
        return RandomPlan.SHAPES;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void no_window_anywhere_holds_more_than_was_promised(String shape) {
        int traces = Boolean.getBoolean("headgate.full") ? 2_000 : 60;
        for (int seed = 0; seed < traces; seed++) {
            RandomPlan plan = new RandomPlan(shape, seed);
            List<long[]> used = trace(plan, seed % 3 > 0);
            for (Bandwidth limit : plan.limits) {
                holds(limit, used, shape + ", seed " + seed);
            }
        }
    }

    /** The slots that were used, with their costs, in time order. */
    private static List<long[]> trace(RandomPlan plan, boolean cancels) {
        Budget budget = new Budget(plan.limits, plan.start, RandomPlan.SECOND);
        List<long[]> used = new ArrayList<>();
        List<Place> waiting = new ArrayList<>();
        List<long[]> slotsOfWaiting = new ArrayList<>();
        long now = plan.start;
        long last = now;
        long most = budget.limits().capacity;
        for (int i = 0; i < 80; i++) {
            now = plan.nextTime(now, last);
            if (cancels && !waiting.isEmpty() && plan.random.nextInt(3) == 0) {
                int at = plan.random.nextInt(waiting.size());
                long[] slot = slotsOfWaiting.remove(at);
                if (budget.cancel(waiting.remove(at), now)) {
                    used.remove(slot);
                }
                continue;
            }
            long n = plan.cost(most);
            if (budget.reserve(n, null, now, plan.maxWait())) {
                long[] slot = {budget.slot, n};
                used.add(slot);
                last = Math.max(last, budget.slot);
                if (budget.place != null) {
                    waiting.add(budget.place);
                    slotsOfWaiting.add(slot);
                }
            }
        }
        used.sort((a, b) -> Long.compare(a[0], b[0]));
        return used;
    }

    private static void holds(Bandwidth limit, List<long[]> used, String what) {
        long per = limit.getRefillPeriodNanos();
        for (int i = 0; i < used.size(); i++) {
            long spent = 0;
            for (int j = i; j < used.size(); j++) {
                spent += used.get(j)[1];
                long span = used.get(j)[0] - used.get(i)[0];
                long most = mostIn(limit, used.get(i)[0], used.get(j)[0], span);
                if (most >= 0) {
                    assertThat(spent).as("%s: %s in %d ns", what, limit, span).isLessThanOrEqualTo(most);
                } else if (span >= per) {
                    break;
                }
            }
        }
    }

    /** The most tokens from one slot to another; -1 if nothing is promised for such a span. */
    private static long mostIn(Bandwidth limit, long from, long to, long span) {
        long per = limit.getRefillPeriodNanos();
        switch (limit.getAlgorithm()) {
            case TOKEN_BUCKET:
            case LEAKY_BUCKET:
                return limit.getCapacity() + Wide.floorDiv(span, limit.getRefillTokens(), per);
            case SLIDING_WINDOW_LOG:
                return span < per ? limit.getCapacity() : -1;
            case SLIDING_WINDOW_COUNTER:
                return span < per ? 2 * limit.getCapacity() - 1 : -1;
            default:
                boolean sameWindow = Math.floorDiv(from - limit.getOffsetNanos(), per)
                        == Math.floorDiv(to - limit.getOffsetNanos(), per);
                return sameWindow ? limit.getCapacity() : -1;
        }
    }
}
