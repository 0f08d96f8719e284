package dev.headgate.throttle;

import dev.headgate.throttle.key.Key;

/** What a call takes from one budget. Immutable. */
public final class Charge {
    private final Budget budget;
    private final Ledger.Account account;
    private final Key key;
    private final long[] costs;

    Charge(Budget budget, Ledger.Account account, Key key, long[] costs) {
        this.budget = budget;
        this.account = account;
        this.key = key;
        this.costs = costs;
    }

    /** Returns the budget. */
    public Budget budget() {
        return budget;
    }

    /** Returns the schedule of the call's key. */
    public Ledger.Account account() {
        return account;
    }

    /** Returns the call's key in this budget; {@link Key#NONE} if the budget has none. */
    public Key key() {
        return key;
    }

    /** Returns the tokens for each limit of the budget; if there is none above 0, only pauses and the pace hold the call. Not a
     * copy, not to be changed. */
    @SuppressWarnings("EI_EXPOSE_REP") // read on the way of every call
    public long[] costs() {
        return costs;
    }
}
