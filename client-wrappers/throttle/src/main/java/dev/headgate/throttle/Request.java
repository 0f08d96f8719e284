package dev.headgate.throttle;

import dev.headgate.limiter.Algorithm;
import dev.headgate.limiter.Bandwidth;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one call takes, all of it or nothing. Immutable. */
public final class Request {
    /** A waiter that wakes later than this after its slot has lost it, unless a period is long. */
    private static final long LATE_NANOS = 50_000_000;

    private static final int LATE_PART_OF_PERIOD = 20;

    private final Rule rule;
    private final List<Charge> charges;
    private final long latenessNanos;
    private final boolean far;

    Request(Rule rule, List<Charge> charges) {
        this.rule = rule;
        this.charges = List.copyOf(charges);
        long shortest = Long.MAX_VALUE;
        boolean anyFar = false;
        for (Charge charge : this.charges) {
            shortest = Math.min(shortest, charge.budget().shortestPeriodNanos());
            anyFar |= charge.account().isFar();
        }
        this.far = anyFar;
        this.latenessNanos =
                shortest == Long.MAX_VALUE ? LATE_NANOS : Math.max(LATE_NANOS, shortest / LATE_PART_OF_PERIOD);
    }

    /** Returns the rule that the call matched; charges may be of others, too. */
    public Rule rule() {
        return rule;
    }

    /** Returns the charge of the call's own key, where the calls of that key pause; null: it has none. */
    public @Nullable Charge ofKey() {
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            if (charge.budget().rule() == rule && charge.budget().isOfKey()) {
                return charge;
            }
        }
        return null;
    }

    /** Returns one charge for each budget; those without a limit are behind all others. */
    public List<Charge> charges() {
        return charges;
    }

    /** Returns true if its decision is a trip, for which its caller waits. */
    boolean isFar() {
        return far;
    }

    /** How long after its slot a call may still go. */
    long latenessNanos() {
        return latenessNanos;
    }

    /** Returns a leaky bucket whose queue is too short for a call that would wait so long, or null if there is none. */
    @Nullable
    Limit fullQueue(long waitNanos) {
        for (Charge charge : charges) {
            List<Limit> limits = charge.budget().limits();
            for (int i = 0; i < limits.size(); i++) {
                if (charge.costs()[i] > 0 && isTooShort(limits.get(i).bandwidth(), waitNanos)) {
                    return limits.get(i);
                }
            }
        }
        return null;
    }

    private static boolean isTooShort(Bandwidth queue, long waitNanos) {
        return queue.getAlgorithm() == Algorithm.LEAKY_BUCKET
                && !queue.isMeter()
                && product(queue.getDepth(), queue.getRefillPeriodNanos())
                                .compareTo(product(waitNanos, queue.getRefillTokens()))
                        < 0;
    }

    private static BigInteger product(long one, long other) {
        return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
    }

    /** The same without the charge at {@code index}. */
    Request without(int index) {
        return new Request(
                rule,
                java.util.stream.IntStream.range(0, charges.size())
                        .filter(i -> i != index)
                        .mapToObj(charges::get)
                        .toList());
    }
}
