package dev.headgate.throttle;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.Claim;
import dev.headgate.limiter.Claims;
import dev.headgate.limiter.LocalBucketBuilder;
import dev.headgate.limiter.Reservation;
import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The ledger of this process: a bucket for each budget and key, and a pacer for each rule. */
public final class LocalLedger implements Ledger {
    private final TimeMeter clock;
    private final @Nullable RandomGenerator random;
    private final ConcurrentHashMap<Paced, RulePacer> pacers = new ConcurrentHashMap<>();

    /** Makes an empty ledger on the clock by which calls wait. Pauses end to the nanosecond. */
    public LocalLedger(TimeMeter clock) {
        this.clock = clock;
        this.random = null;
    }

    /**
     * Makes an empty ledger whose pauses end a little late, because many processes may have been told the same instant: by up to
     * the time from one call to the next at the pace, and, unless {@link LocalBook#standIn} said that there are others, by a
     * tenth of the pause at most and only if the rule's own pauses have jitter, too.
     *
     * @param clock the one by which calls wait
     * @param random draws that part; thread-safe
     */
    public LocalLedger(TimeMeter clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** What is observed does not pause what is enforced. */
    private record Paced(String rule, boolean observed) {}

    /** What a slot was given by. */
    private record Place(Reservation reservation, LocalAccount account) {}

    /** An account of any ledger that this one can decide about, because a schedule in this process stands behind it. */
    public interface Backed extends Account {
        /** Returns that schedule. */
        LocalAccount near();
    }

    @Override
    public LocalBook open(Budget budget) {
        return book(budget, budget.bandwidths());
    }

    /**
     * As {@link #open(Budget)}, for another ledger that decides: with other numbers than the budget has, and nothing is held
     * back for a pause or a pace until {@link LocalBook#standIn}.
     *
     * @param limits of the same kinds as the budget's
     */
    public LocalBook open(Budget budget, List<Bandwidth> limits) {
        LocalBook book = book(budget, limits);
        book.watch();
        return book;
    }

    private LocalBook book(Budget budget, List<Bandwidth> limits) {
        LocalBucketBuilder builder =
                Bucket.builder().withCustomTimePrecision(clock).allowNoLimit();
        limits.forEach(builder::addLimit);
        Rule rule = budget.rule();
        RulePacer pacer = rule.backoff().isOff()
                ? null
                : pacers.computeIfAbsent(
                        new Paced(rule.name(), budget.observed()), once -> new RulePacer(rule, clock, random));
        return new LocalBook(budget, builder, pacer);
    }

    @Override
    public Answer decide(Request request, long maxWaitNanos) {
        List<Charge> charges = request.charges();
        int asked = 0;
        int last = 0;
        for (int i = 0; i < charges.size(); i++) {
            if (!isOpen(charges.get(i))) {
                asked++;
                last = i;
            }
        }
        Answer answer = Answer.GO;
        if (asked == 1) {
            Charge only = charges.get(last);
            Reservation place = account(only).bucket().reserve(only.costs(), maxWaitNanos);
            answer = answer(place, request, only);
        } else if (asked > 1) {
            answer = decideTogether(request, maxWaitNanos);
        }
        if (answer == Answer.GO) {
            went(charges, 1);
        }
        return answer;
    }

    private Answer decideTogether(Request request, long maxWaitNanos) {
        List<Charge> asked = new ArrayList<>(request.charges().size());
        List<Claim> claims = new ArrayList<>(request.charges().size());
        for (Charge charge : request.charges()) {
            if (!isOpen(charge) || claims.isEmpty()) {
                asked.add(charge);
                claims.add(new Claim(account(charge).bucket(), charge.costs()));
            }
        }
        Reservation place = Claims.reserve(claims, maxWaitNanos);
        int latest = 0;
        for (int i = 0; i < claims.size() && place.isGranted(); i++) {
            if (!place.stillToAsk().contains(claims.get(i))) {
                latest = i;
                break;
            }
        }
        return answer(place, request, asked.get(latest));
    }

    /** Nobody need look at what has no limit and holds nobody back. */
    private static boolean isOpen(Charge charge) {
        return charge.costs().length == 0 && account(charge).isOpen();
    }

    private static void went(List<Charge> charges, long calls) {
        for (int i = 0; i < charges.size(); i++) {
            account(charges.get(i)).went(calls);
        }
    }

    @Override
    public long comeBackNanos(Request request) {
        long latest = 0;
        for (Charge charge : request.charges()) {
            LocalAccount account = account(charge);
            if (!account.isOpen()) {
                latest = Math.max(latest, account.pacing().nanosToTurn());
            }
            if (charge.costs().length > 0) {
                for (long each : account.bucket().nanosToComeBack(charge.costs())) {
                    latest = Math.max(latest, each);
                }
            }
        }
        return latest;
    }

    @Override
    public boolean cancel(Answer.Slot slot) {
        Place place = (Place) slot.ticket();
        // Whether in time or not: it did not go.
        place.account().went(-1);
        return place.reservation().cancel();
    }

    @Override
    public void owe(Request request) {
        for (Charge charge : request.charges()) {
            if (!isOpen(charge)) {
                account(charge).bucket().owe(charge.costs());
            }
        }
        went(request.charges(), 1);
    }

    /**
     * Counts calls that another ledger let go.
     *
     * @param calls less than 0: that did not go after all
     */
    public void admitted(Request request, long calls) {
        went(request.charges(), calls);
    }

    @Override
    public void report(Request request, Feedback feedback) {
        RulePacer pacer = pacer(request);
        if (pacer != null) {
            Charge key = request.ofKey();
            pacer.report(feedback, key == null ? null : account(key).pacing());
        }
    }

    @Override
    public long pausedNanos(Request request, List<Answer.Slot> held) {
        long longest = 0;
        for (Charge charge : request.charges()) {
            LocalAccount account = account(charge);
            if (!account.isOpen()) {
                long paused = account.pacing().nanosPaused();
                for (Answer.Slot slot : held) {
                    if (slot.ticket() instanceof Place mine) {
                        paused = Math.min(paused, account.pacing().nanosPaused(mine.reservation()));
                    }
                }
                longest = Math.max(longest, paused);
            }
        }
        return longest;
    }

    @Override
    public Pace paceOf(Request request) {
        RulePacer pacer = pacer(request);
        return pacer == null ? Pace.NONE : pacer.pace();
    }

    /** The pacer of the rule that the call matched; null: there is none, or the call takes nothing of it. */
    private static @Nullable RulePacer pacer(Request request) {
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            if (charges.get(i).budget().rule() == request.rule()) {
                return account(charges.get(i)).pacer();
            }
        }
        return null;
    }

    private Answer answer(Reservation place, Request request, Charge charge) {
        if (!place.isGranted()) {
            return Obstacle.refusal(request.charges(), Math.max(1, place.nanosToComeBack()));
        }
        if (place.nanosToWait() == 0) {
            return Answer.GO;
        }
        LocalAccount account = account(charge);
        account.went(1);
        // In this order: then the slot, told by our clock, is never before that of the bucket.
        long wait = place.nanosUntilSlot();
        return new Answer.Slot(
                clock.currentTimeNanos() + wait, request.charges().indexOf(charge), new Place(place, account));
    }

    static LocalAccount account(Charge charge) {
        return ((Backed) charge.account()).near();
    }
}
