package dev.headgate.it.storms;

import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Budget;
import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.Pace;
import dev.headgate.throttle.Request;
import dev.headgate.throttle.key.KeyPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One ledger for many processes, as Redis is: the same algorithms, and each budget is opened once, whoever opens it. All
 * processes must have the same rule object.
 */
final class SharedLedger implements Ledger {
    private final LocalLedger ledger;
    private final Map<Opened, Book> books = new HashMap<>();

    private record Opened(String rule, List<KeyPart> key, List<Limit> limits, boolean observed) {}

    SharedLedger(EventLoop loop) {
        this.ledger = new LocalLedger(loop);
    }

    @Override
    public Book open(Budget budget) {
        Opened which = new Opened(budget.rule().name(), budget.key(), budget.limits(), budget.observed());
        return books.computeIfAbsent(which, once -> ledger.open(budget));
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
