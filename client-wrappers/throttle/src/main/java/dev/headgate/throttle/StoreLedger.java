package dev.headgate.throttle;

import java.util.List;

/** Two ledgers in one: each rule's budgets are where its {@link Rule#store} says. A call's charges are all in one of them. */
public final class StoreLedger implements Ledger {
    private final Ledger local;
    private final Ledger redis;

    /** Routes to {@code local} or {@code redis}. */
    public StoreLedger(Ledger local, Ledger redis) {
        this.local = local;
        this.redis = redis;
    }

    /** Which ledger gave a slot. */
    private record Ticket(Ledger ledger, Answer.Slot slot) {}

    private Ledger of(Budget budget) {
        return budget.rule().store() == Store.REDIS ? redis : local;
    }

    private Ledger of(Request request) {
        return of(request.charges().get(0).budget());
    }

    @Override
    public Book open(Budget budget) {
        return of(budget).open(budget);
    }

    @Override
    public Answer decide(Request request, long maxWaitNanos) {
        Ledger ledger = of(request);
        Answer answer = ledger.decide(request, maxWaitNanos);
        return answer instanceof Answer.Slot slot
                ? new Answer.Slot(slot.atNanos(), slot.charge(), new Ticket(ledger, slot))
                : answer;
    }

    @Override
    public long comeBackNanos(Request request) {
        return of(request).comeBackNanos(request);
    }

    @Override
    public boolean cancel(Answer.Slot slot) {
        Ticket ticket = (Ticket) slot.ticket();
        return ticket.ledger().cancel(ticket.slot());
    }

    @Override
    public void owe(Request request) {
        of(request).owe(request);
    }

    @Override
    public void report(Request request, Feedback feedback) {
        of(request).report(request, feedback);
    }

    @Override
    public long pausedNanos(Request request, List<Answer.Slot> held) {
        List<Answer.Slot> inside = held.isEmpty()
                ? held
                : held.stream().map(slot -> ((Ticket) slot.ticket()).slot()).toList();
        return of(request).pausedNanos(request, inside);
    }

    @Override
    public Pace paceOf(Request request) {
        return of(request).paceOf(request);
    }
}
