package dev.headgate.throttle;

import dev.headgate.throttle.key.Key;
import dev.headgate.throttle.key.KeyReader;
import dev.headgate.throttle.match.Match;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What calls take from one budget: which of its schedules, and how much of each limit. Immutable. */
final class Tariff {
    private final Budget budget;
    private final Ledger.Book book;
    private final @Nullable KeyReader keys;
    private final long[] ones;
    private final boolean flat;

    /** What every call takes, where calls do not differ. */
    private final @Nullable Charge fixed;

    Tariff(Budget budget, Ledger.Book book, @Nullable KeyReader keys) {
        this.budget = budget;
        this.book = book;
        this.keys = keys;
        this.ones = costs(budget, 1);
        this.flat = budget.limits().stream().allMatch(limit -> limit.costs().isEmpty());
        this.fixed = keys == null && flat ? new Charge(budget, book.account(Key.NONE), Key.NONE, ones) : null;
    }

    Budget budget() {
        return budget;
    }

    @Nullable
    Charge fixed() {
        return fixed;
    }

    /**
     * What a call takes; null if it takes nothing.
     *
     * @param key reads the call's key
     * @param matches tells whether the call is one of those that a cost speaks of
     */
    @Nullable
    Charge charge(KeyOf key, Predicate<Match> matches) {
        if (fixed != null) {
            return fixed;
        }
        long[] costs = flat ? ones : pricesOf(matches);
        return costs == null ? null : charge(key, costs);
    }

    /** As {@link #charge}, at {@code tokens} of each limit. */
    Charge charge(KeyOf key, long tokens) {
        return fixed != null && tokens == 1 ? fixed : charge(key, costs(budget, tokens));
    }

    private Charge charge(KeyOf key, long[] costs) {
        Key read = keys == null ? Key.NONE : key.read(keys);
        return new Charge(budget, book.account(read), read, costs);
    }

    private long @Nullable [] pricesOf(Predicate<Match> matches) {
        long[] costs = new long[ones.length];
        boolean some = false;
        for (int i = 0; i < costs.length; i++) {
            costs[i] = price(budget.limits().get(i), matches);
            some |= costs[i] > 0;
        }
        // Whoever takes nothing is still held by a pause.
        return some || budget.isLead() || budget.isOfKey() ? costs : null;
    }

    private static long price(Limit limit, Predicate<Match> matches) {
        for (Limit.Cost cost : limit.costs()) {
            if (matches.test(cost.match())) {
                return cost.tokens();
            }
        }
        return 1;
    }

    private static long[] costs(Budget budget, long tokens) {
        long[] costs = new long[budget.limits().size()];
        Arrays.fill(costs, tokens);
        return costs;
    }

    /** Reads the key of one call. */
    interface KeyOf {
        Key read(KeyReader reader);
    }
}
