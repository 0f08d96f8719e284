package dev.headgate.redis;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What one process knows of one limit: who is inside, who wants in, what the fleet said last; and what follows from an answer or
 * from none. Makes no trip and calls nobody: what others must be told it adds to {@code after}. Times are nanoseconds. Not
 * thread-safe.
 */
final class ConcurrencyState {
    private static final int MOST_ASKED = 64;
    private static final long SOONEST_LOOK = 5_000_000;
    private static final long LATEST_LOOK = 50_000_000;
    private static final long LONGEST_CALM = 3_600_000_000_000L;

    final Turns turns = new Turns();
    final PermitBook book;
    private final IntUnaryOperator shareOf;
    private final PermitEvents events;
    private final Contact contact = new Contact();
    private int atOnce;
    private long revision;
    private int atOnceInForce;
    private long revisionInForce;
    private int fleetInside;
    private boolean inLine;
    private long hungrySince;
    private long nextLook;

    ConcurrencyState(PermitScript script, Consumer<Permit> giveBack, IntUnaryOperator shareOf, PermitEvents events) {
        this.book = new PermitBook(script, giveBack);
        this.shareOf = shareOf;
        this.events = events;
    }

    void setLimit(int newAtOnce, long newRevision, long now) {
        atOnce = newAtOnce;
        revision = newRevision;
        if (newRevision >= revisionInForce) {
            atOnceInForce = newAtOnce;
            revisionInForce = newRevision;
        }
        nextLook = now;
    }

    boolean isAway() {
        return contact.isAway();
    }

    int atOnceInForce() {
        return atOnceInForce;
    }

    int fleetInside() {
        return fleetInside;
    }

    void probeNow(long now) {
        contact.probeNow(now);
    }

    void add(Turn turn, long now) {
        if (turn.waits() && turns.waiting() == 0) {
            hungrySince = now;
            nextLook = now;
        }
        turns.add(turn);
    }

    /** In how many nanoseconds the daemon must make a trip. */
    long nanosToTrip(long now) {
        if (contact.isAway()) {
            return contact.nanosToProbe(now);
        }
        if (book.hasGivenBack() || (inLine && turns.waiting() == 0)) {
            return 0;
        }
        long look = turns.waiting() > 0 ? nextLook - now : Long.MAX_VALUE;
        return Math.min(look, book.nanosToRenewal(now));
    }

    /** In how many nanoseconds there is anything to do. */
    long nanosToTick(long now) {
        return Math.max(0, Math.min(LONGEST_CALM, Math.min(nanosToTrip(now), turns.nanosToFirstEnd(now))));
    }

    /** What is said on one trip, and the turns that hear of it. */
    record Trip(PermitWords words, List<Turn> asked, long begun) {}

    /** Begins a trip. {@link #arrived} or {@link #failed} must end it before the next begins. */
    Trip begin(long now) {
        List<Turn> asked = turns.first(MOST_ASKED);
        // Others may not have told Redis yet what they hold: until then the share holds, too.
        int room = contact.isFresh(now) ? share() - book.inside() : MOST_ASKED;
        boolean renewing = contact.isAway() || book.nanosToRenewal(now) <= 0;
        PermitWords words = new PermitWords(
                atOnce,
                revision,
                book.inside(),
                turns.waiting() > 0,
                book.takeGivenBack(),
                renewing ? book.renew() : List.of(),
                book.make(Math.max(0, Math.min(asked.size(), room))));
        return new Trip(words, asked, now);
    }

    void arrived(Trip trip, PermitAnswer answer, long now, List<Runnable> after) {
        PermitWords words = trip.words();
        if (contact.reached(now)) {
            after.add(events::back);
        }
        int lapses = book.renewed(words.renewed(), answer.lapsed(), trip.begun());
        if (lapses > 0) {
            after.add(() -> events.lapsed(lapses));
        }
        if (answer.dropped()) {
            after.add(events::dropped);
        }
        inForce(answer, after);
        fleetInside = answer.inside();
        for (Permit permit : words.entering().subList(0, answer.letIn())) {
            permit.known = true;
            letIn(turns.next(), permit, trip.begun(), after);
        }
        refuse(trip.asked(), after);
        int wanted = words.entering().size();
        inLine = words.waits() && answer.letIn() < wanted;
        if (answer.letIn() > 0) {
            hungrySince = now;
        }
        // Who came in the meantime has not been refused and is asked for at once.
        boolean refused = answer.letIn() < trip.asked().size();
        nextLook = now + (refused ? Math.max(SOONEST_LOOK, Math.min(LATEST_LOOK, (now - hungrySince) / 4)) : 0);
    }

    /** Ends a trip of which nothing came back: what was sent may have happened, and is taken back at the next. */
    void failed(Trip trip, Throwable why, long now, List<Runnable> after) {
        book.putBack(trip.words().givenBack());
        book.putBack(trip.words().entering());
        inLine = false;
        if (contact.failed(now)) {
            after.add(() -> events.away(why));
        }
        admitAlone(now, after);
    }

    /** Lets in, while Redis is away, as many as the share allows; who does not wait is refused else. */
    void admitAlone(long now, List<Runnable> after) {
        for (int room = share() - book.inside(); room > 0 && !turns.isEmpty(); room--) {
            letIn(turns.next(), book.make(), now, after);
        }
        refuse(turns.first(Integer.MAX_VALUE), after);
    }

    void refuseOverdue(long now, List<Runnable> after) {
        for (Turn turn : turns.overdue(now)) {
            decide(turn, null, after);
        }
    }

    void close(List<Runnable> after) {
        for (Turn turn : turns.all()) {
            decide(turn, null, after);
        }
        book.giveAllBack();
    }

    private int share() {
        return shareOf.applyAsInt(atOnceInForce);
    }

    private void inForce(PermitAnswer answer, List<Runnable> after) {
        boolean newer = answer.revision() > Math.max(revision, revisionInForce);
        atOnceInForce = answer.atOnce();
        revisionInForce = answer.revision();
        if (newer) {
            after.add(() -> events.outdated(answer.revision(), answer.atOnce()));
        }
    }

    private void letIn(@Nullable Turn turn, Permit permit, long now, List<Runnable> after) {
        if (turn == null) {
            book.giveBack(permit); // whoever it was for has left
            return;
        }
        book.hold(permit, now);
        decide(turn, permit, after);
    }

    /** Refuses those who are still undecided and do not wait. */
    private void refuse(List<Turn> asked, List<Runnable> after) {
        for (Turn turn : asked) {
            if (!turn.waits() && turns.remove(turn)) {
                decide(turn, null, after);
            }
        }
    }

    private void decide(Turn turn, @Nullable Permit outcome, List<Runnable> after) {
        turn.decide(outcome);
        if (turn.waits()) {
            after.add(() -> turn.tell(events));
        }
    }
}
