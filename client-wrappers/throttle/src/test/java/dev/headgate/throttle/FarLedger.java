package dev.headgate.throttle;

import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.List;

/** A local ledger that says that it is far away, and remembers each trip. For tests with one thread. */
final class FarLedger implements Ledger {
    private static final long MILLI = 1_000_000;

    private final LocalLedger ledger;
    final List<String> trips = new ArrayList<>();

    /** What it says instead of a decision, if anything. */
    Answer says;

    /** Whether what is reported waits for {@link #tell}. */
    boolean tellsLater;

    private final List<Runnable> untold = new ArrayList<>();

    /** What passes while something is looked at. */
    Runnable way = () -> {};

    FarLedger(TimeMeter clock) {
        ledger = new LocalLedger(clock);
    }

    private record FarAccount(Account near) implements Account {
        @Override
        public boolean isFar() {
            return true;
        }
    }

    @Override
    public Book open(Budget budget) {
        Book book = ledger.open(budget);
        return key -> new FarAccount(book.account(key));
    }

    void tell() {
        untold.forEach(Runnable::run);
        untold.clear();
    }

    @Override
    public Answer decide(Request request, long maxWaitNanos) {
        trips.add("decide within " + maxWaitNanos / MILLI);
        return says == null ? ledger.decide(near(request), maxWaitNanos) : says;
    }

    @Override
    public long comeBackNanos(Request request) {
        trips.add("look");
        long line = ledger.comeBackNanos(near(request));
        way.run();
        return line;
    }

    @Override
    public boolean cancel(Answer.Slot slot) {
        trips.add("cancel");
        return ledger.cancel(slot);
    }

    @Override
    public void owe(Request request) {
        trips.add("owe");
        ledger.owe(near(request));
    }

    @Override
    public void report(Request request, Feedback feedback) {
        if (tellsLater) {
            untold.add(() -> ledger.report(near(request), feedback));
        } else {
            ledger.report(near(request), feedback);
        }
    }

    @Override
    public long pausedNanos(Request request, List<Answer.Slot> held) {
        way.run();
        return ledger.pausedNanos(near(request), held);
    }

    @Override
    public Pace paceOf(Request request) {
        return ledger.paceOf(near(request));
    }

    private static Request near(Request request) {
        return new Request(
                request.rule(),
                request.charges().stream()
                        .map(charge -> new Charge(
                                charge.budget(), ((FarAccount) charge.account()).near(), charge.key(), charge.costs()))
                        .toList());
    }
}
