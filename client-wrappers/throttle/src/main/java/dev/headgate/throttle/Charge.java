package dev.headgate.throttle;

/** What a call takes from one budget. Immutable. */
public final class Charge {
    private final Budget budget;
    private final Ledger.Account account;
    private final long[] costs;

    Charge(Budget budget, Ledger.Account account, long[] costs) {
        this.budget = budget;
        this.account = account;
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

    /** Returns the tokens for each limit of the budget, at least one of them above 0; not a copy, not to be changed. */
    @SuppressWarnings("EI_EXPOSE_REP") // read on the way of every call
    public long[] costs() {
        return costs;
    }
}
