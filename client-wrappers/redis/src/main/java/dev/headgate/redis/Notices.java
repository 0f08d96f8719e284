package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Journal;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What a person is told of Redis, once for each outage, and once for each rule and kind of trouble. Thread-safe. */
final class Notices {
    private static final String LOST = "HG-401";
    private static final String REFUSED = "HG-402";
    private static final String TWO_DEFINITIONS = "HG-403";
    private static final String NEWER = "HG-404";
    private static final String TOO_MUCH = "HG-405";
    private static final int NAMED = 5;
    private static final long FOUND_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Journal journal;
    private final TimeMeter clock;
    private final Fleet fleet;
    private final LongAdder decidedHere = new LongAdder();
    private long decidedBefore;
    private boolean lost;
    private long lostNanos;
    private boolean found;
    private long foundNanos;

    Notices(Journal journal, TimeMeter clock, Fleet fleet) {
        this.journal = journal;
        this.clock = clock;
        this.fleet = fleet;
    }

    /** Something was decided without Redis: a call asks more than once if it takes from several budgets. */
    void countHere() {
        decidedHere.increment();
    }

    /** Returns in one sentence, without the full stop, how it stands. */
    synchronized String state() {
        long all = decidedHere.sum();
        String here = decided(all);
        return lost ? "Redis does not answer, since " + since(lostNanos) + "; " + here : "Redis answers; " + here;
    }

    private static String decided(long decisions) {
        return decisions == 1 ? "1 decision was made without it" : decisions + " decisions were made without it";
    }

    private String since(long thenNanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(clock.currentTimeNanos() - thenNanos);
        return millis < 10_000 ? millis + " ms" : millis / 1000 + " s";
    }

    /** Redis cannot be asked. */
    synchronized void lost(RedisTroubleException why, Standby standby) {
        if (lost) {
            return;
        }
        lost = true;
        lostNanos = clock.currentTimeNanos();
        decidedBefore = decidedHere.sum();
        journal.warnEachTime(LOST, sentence(why) + ". Until Redis answers again: " + meanwhile(standby));
    }

    /** Redis can be asked, for the first time or again. */
    synchronized void found() {
        if (!lost) {
            return;
        }
        lost = false;
        found = true;
        foundNanos = clock.currentTimeNanos();
        fleet.rules().forEach(FleetRule::forgetTold);
        journal.info("Redis answers again, after " + since(lostNanos) + ", and decides; "
                + decided(decidedHere.sum() - decidedBefore) + " meanwhile");
    }

    /** Redis answered a question about a rule with an error. */
    void refused(FleetRule rule, RedisTroubleException why, Standby standby) {
        String text = String.valueOf(why.getMessage());
        if (rule.firstTime(REFUSED + kind(text))) {
            journal.warn(
                    REFUSED,
                    rule.rule().name() + ": " + sentence(why) + ". As long as that is so: " + meanwhile(rule, standby)
                            + ". This is told once");
        }
    }

    private static String kind(String text) {
        return text.length() > 40 ? text.substring(0, 40) : text;
    }

    /**
     * Redis kept schedules on other numbers. Once may be what a process left that is gone; that it is so again shows one that is
     * alive.
     */
    void otherTerms(FleetRule rule, List<Schedule> schedules) {
        if (!rule.firstTime(TWO_DEFINITIONS + schedules) && rule.firstTime(TWO_DEFINITIONS)) {
            journal.warn(
                    TWO_DEFINITIONS,
                    rule.rule().name() + ": another process has other numbers for the limits of this downstream ("
                            + rule.rule().source() + ") on the same Redis and prefix; each keeps to its own, and what"
                            + " one uses the other sees. Give all processes the same file, or a `revision`");
        }
    }

    /** A later revision of the file is in force elsewhere. */
    void newer(FleetRule rule) {
        if (rule.firstTime(NEWER)) {
            journal.warn(
                    NEWER,
                    rule.rule().name() + ": another process has a later `revision` of the file, and its numbers are"
                            + " kept to instead of those in " + rule.rule().source());
        }
    }

    /** After an outage it may well know less than this process. */
    private synchronized boolean isJustFound() {
        return found && clock.currentTimeNanos() - foundNanos < FOUND_NANOS;
    }

    /** Redis granted more than the whole limit to this process alone. */
    void tooMuch(FleetRule rule) {
        if (!isJustFound() && rule.firstTime(TOO_MUCH)) {
            journal.warn(
                    TOO_MUCH,
                    rule.rule().name() + ": Redis let this process alone go faster than the whole limit ("
                            + rule.rule().source() + "), as after its state was lost; the call was held or rejected");
        }
    }

    private String meanwhile(Standby standby) {
        List<FleetRule> rules = fleet.rules().stream()
                .filter(rule -> !rule.observed())
                .sorted(Comparator.comparing(rule -> rule.rule().name()))
                .toList();
        String named = rules.stream()
                .limit(NAMED)
                .map(rule -> rule.rule().name() + " " + meanwhile(rule, standby))
                .collect(Collectors.joining("; "));
        int more = rules.size() - NAMED;
        return named + (more > 0 ? "; and " + more + " more downstreams in their own way" : "");
    }

    private static String meanwhile(FleetRule rule, Standby standby) {
        return switch (rule.rule().onFailure()) {
            case ALLOW -> "lets its calls go unlimited (on-failure: allow)";
            case DENY -> "rejects its calls (on-failure: deny)";
            case LOCAL -> share(rule, standby);
        };
    }

    private static String share(FleetRule rule, Standby standby) {
        Share share = standby.share(rule);
        int divisor = rule.census().divisor();
        String limits = rule.books().stream()
                .flatMap(book -> RedisBook.limits(book.budget(), share).stream())
                .map(Object::toString)
                .distinct()
                .collect(Collectors.joining(" and "));
        return "lives on its share, " + limits + ", of "
                + (rule.census().live() == 0
                        ? divisor + " processes that are expected"
                        : divisor + (divisor == 1 ? " live process" : " live processes"));
    }

    /** Without the full stop. */
    private static String sentence(RedisTroubleException why) {
        // What is not Redis may send anything, and a line must stay one.
        String text = String.valueOf(why.getMessage()).replaceAll("\\p{Cntrl}", "?");
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }
}
