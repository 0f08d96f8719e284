package dev.headgate.testkit;

import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Budget;
import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.Pace;
import dev.headgate.throttle.Request;
import java.util.ArrayList;
import java.util.List;

/** Another ledger, with all that was reported to it. For tests with one thread. */
public final class HearingLedger implements Ledger {
    public final List<Feedback> heard = new ArrayList<>();

    private final Ledger ledger;

    public HearingLedger(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public Book open(Budget budget) {
        return ledger.open(budget);
    }

    @Override
    public Answer decide(Request request, long maxWaitNanos) {
        return ledger.decide(request, maxWaitNanos);
    }

    @Override
    public long comeBackNanos(Request request) {
        return ledger.comeBackNanos(request);
    }

    @Override
    public boolean cancel(Answer.Slot slot) {
        return ledger.cancel(slot);
    }

    @Override
    public void owe(Request request) {
        ledger.owe(request);
    }

    @Override
    public void report(Request request, Feedback feedback) {
        heard.add(feedback);
        ledger.report(request, feedback);
    }

    @Override
    public long pausedNanos(Request request, List<Answer.Slot> held) {
        return ledger.pausedNanos(request, held);
    }

    @Override
    public Pace paceOf(Request request) {
        return ledger.paceOf(request);
    }
}
