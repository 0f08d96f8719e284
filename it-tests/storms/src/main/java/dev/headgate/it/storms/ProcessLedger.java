package dev.headgate.it.storms;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.redis.ProcessShare;
import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Budget;
import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.LocalAccount;
import dev.headgate.throttle.LocalBook;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.Pace;
import dev.headgate.throttle.Request;
import dev.headgate.throttle.key.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The fleet's ledger as one process sees it: it may be far away, and while it is down this process lives on its share of the
 * limits, with the ledger that the one on Redis keeps for that.
 */
final class ProcessLedger implements Ledger {
    private static final double TELL_SECONDS = 0.1;

    private final EventLoop loop;
    private final SharedLedger fleet;
    private final LocalLedger own;
    private final double tripSeconds;
    private final ProcessShare share;
    private final int live;
    private final SplittableRandom random;
    private final List<MemberBook> books = new ArrayList<>();
    private Feedback untold = Feedback.NONE;
    private boolean down;
    private boolean here;
    private long opensAt;

    /**
     * Makes the ledger of a process.
     *
     * @param tripSeconds how long the fleet's ledger takes to answer
     * @param live how many processes there are
     */
    ProcessLedger(EventLoop loop, SharedLedger fleet, double tripSeconds, int live, SplittableRandom random) {
        this.loop = loop;
        this.fleet = fleet;
        this.own = new LocalLedger(loop, random);
        this.tripSeconds = tripSeconds;
        this.share = new ProcessShare(live);
        this.live = live;
        this.random = random;
    }

    /** One budget, there and here. */
    private final class MemberBook implements Book {
        private final Budget budget;
        private final Book there;
        private final LocalBook near;

        MemberBook(Budget budget) {
            this.budget = budget;
            this.there = fleet.open(budget);
            this.near = own.open(budget, limits());
        }

        List<Bandwidth> limits() {
            return budget.limits().stream().map(Limit::bandwidth).toList();
        }

        @Override
        public Account account(Key key) {
            return new MemberAccount(there.account(key), near.account(key));
        }
    }

    /** One schedule, there and here. */
    private final class MemberAccount implements LocalLedger.Backed {
        private final Account there;
        private final LocalAccount near;

        MemberAccount(Account there, LocalAccount near) {
            this.there = there;
            this.near = near;
        }

        @Override
        public boolean isFar() {
            return tripSeconds > 0;
        }

        @Override
        public LocalAccount near() {
            return here ? near : ((LocalLedger.Backed) there).near();
        }
    }

    /** The fleet's ledger does not answer any more. */
    void lose() {
        down = true;
        here = true;
        long opening = 0;
        for (MemberBook book : books) {
            opening = Math.max(opening, share.openingNanos(book.limits()));
            book.near.standIn(share.of(book.limits()), live);
        }
        opensAt = loop.currentTimeNanos() + (opening == 0 ? 0 : random.nextLong(opening));
    }

    /** It answers again. */
    void find() {
        down = false;
        here = false;
        books.forEach(book -> book.near.watch(book.limits()));
    }

    @Override
    public Book open(Budget budget) {
        MemberBook book = new MemberBook(budget);
        books.add(book);
        return book;
    }

    @Override
    public Answer decide(Request request, long maxWaitNanos) {
        if (!down) {
            Answer answer = fleet.decide(request, maxWaitNanos);
            if (!(answer instanceof Answer.Refusal)) {
                inOwn(() -> own.admitted(request, 1));
            }
            return answer;
        }
        long opens = opensAt - loop.currentTimeNanos();
        return opens > 0 ? new Answer.Refusal(opens, 0, null) : own.decide(request, maxWaitNanos);
    }

    @Override
    public long comeBackNanos(Request request) {
        return (down ? own : fleet).comeBackNanos(request);
    }

    @Override
    public boolean cancel(Answer.Slot slot) {
        return own.cancel(slot);
    }

    @Override
    public void owe(Request request) {
        (down ? own : fleet).owe(request);
    }

    @Override
    public void report(Request request, Feedback feedback) {
        inOwn(() -> own.report(request, feedback));
        if (tripSeconds == 0) {
            tell(request, feedback);
            return;
        }
        boolean first = untold.equals(Feedback.NONE);
        boolean urgent = feedback.overloaded() > 0 || feedback.rulePauseNanos() > 0 || feedback.keyPauseNanos() > 0;
        untold = untold.and(feedback);
        if (urgent || first) {
            loop.in(urgent ? tripSeconds / 2 : TELL_SECONDS, () -> tellAll(request));
        }
    }

    private void tellAll(Request request) {
        Feedback all = untold;
        untold = Feedback.NONE;
        tell(request, all);
    }

    private void tell(Request request, Feedback feedback) {
        if (!down) {
            fleet.report(request, feedback);
        }
    }

    @Override
    public long pausedNanos(Request request, List<Answer.Slot> held) {
        return (down ? own : fleet).pausedNanos(request, held);
    }

    @Override
    public Pace paceOf(Request request) {
        return (down ? own : fleet).paceOf(request);
    }

    private void inOwn(Runnable what) {
        boolean before = here;
        here = true;
        what.run();
        here = before;
    }
}
