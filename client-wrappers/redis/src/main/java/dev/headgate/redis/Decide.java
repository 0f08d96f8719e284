package dev.headgate.redis;

import dev.headgate.redis.Reply.Pace;
import dev.headgate.redis.Reply.Restraint;
import java.util.ArrayList;
import java.util.List;

/** The script that decides, and what it answers. Thread-safe. */
final class Decide {
    private static final int GO = 0;
    private static final int SLOT = 1;
    private static final int REFUSED = 2;
    private static final int NEWER_TERMS = 1;
    private static final int OTHER_TERMS = 2;
    private static final int RESTRAINED = 4;
    private static final Long RESTRAINED_AFTER_ALL = 2L;
    private static final long NEVER = 1L << 52;

    private Decide() {}

    /** Returns the command that decides all asks, in order, under one time. */
    static Command command(List<Schedule> schedules, Terms terms, List<Ask> asks) {
        return command(schedules, schedules.size(), terms, asks, false);
    }

    /**
     * The same where nothing is known to hold back but limits, so that those schedules that have none need not be read.
     *
     * @param schedules those without limits are the last ones
     */
    static Command unrestrained(List<Schedule> schedules, Terms terms, List<Ask> asks) {
        int loaded = schedules.size();
        while (loaded > 0 && schedules.get(loaded - 1).isBare()) {
            loaded--;
        }
        return command(schedules, loaded == 0 ? schedules.size() : loaded, terms, asks, false);
    }

    private static Command command(List<Schedule> schedules, int loaded, Terms terms, List<Ask> asks, boolean full) {
        int size = 0;
        for (Ask ask : asks) {
            size += ask.size();
        }
        Packed packed = new Packed(8 + 4 * size).array(size);
        for (Ask ask : asks) {
            ask.pack(packed);
        }
        return Scripts.decide(full, schedules, loaded, terms, packed.toBytes());
    }

    /**
     * Reads the reply to {@link #command}, or to {@link Reply#again}, which is then read with the schedules and asks of that
     * reply.
     *
     * @param reply what Redis answered; not an error
     */
    static Reply read(List<Schedule> schedules, Terms terms, List<Ask> asks, Object reply) {
        if (!(reply instanceof List)) {
            boolean full = !reply.equals(RESTRAINED_AFTER_ALL);
            return Reply.again(command(schedules, schedules.size(), terms, asks, full), schedules, asks, false);
        }
        Numbers numbers = new Numbers((List<?>) reply);
        long status = numbers.next();
        if (status == NEWER_TERMS) {
            return onNewerTerms(schedules, terms, asks, (List<?>) reply);
        }
        long now = numbers.next();
        int live = (int) numbers.next();
        List<Decision> decisions = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            decisions.add(decision(schedules, ask, numbers));
        }
        News news = terms.news();
        boolean told = news != null && news.told() != null;
        List<Restraint> restraints =
                (status & RESTRAINED) == 0 ? List.of() : restraints((numbers.left() - (told ? 2 : 0)) / 3, numbers);
        for (int i = 0; i < decisions.size() && !restraints.isEmpty(); i++) {
            if (decisions.get(i) instanceof Decision.Slot slot
                    && restraints.get(slot.schedule()).probeMicros() < 0) {
                decisions.set(i, slot.ofProbe());
            }
        }
        Pace pace = told ? new Pace(numbers.next(), numbers.next()) : null;
        boolean other = (status & OTHER_TERMS) != 0;
        return new Reply(now, live, decisions, restraints, pace, null, schedules, asks, false, other);
    }

    private static List<Restraint> restraints(int count, Numbers numbers) {
        List<Restraint> restraints = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            restraints.add(new Restraint(numbers.next(), numbers.next(), numbers.next()));
        }
        return restraints;
    }

    private static Reply onNewerTerms(List<Schedule> schedules, Terms terms, List<Ask> asks, List<?> reply) {
        int outdated = ((Long) reply.get(1)).intValue();
        ScheduleTerms newer = ScheduleTerms.read((byte[]) reply.get(2));
        List<Schedule> renewed = new ArrayList<>(schedules);
        renewed.set(outdated, schedules.get(outdated).with(newer));
        List<Ask> fitted = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            fitted.add(ask.fitted(outdated, newer.kinds().size()));
        }
        return Reply.again(command(renewed, terms, fitted), List.copyOf(renewed), fitted, true);
    }

    private static Decision decision(List<Schedule> schedules, Ask ask, Numbers numbers) {
        int what = (int) numbers.next();
        switch (what) {
            case GO:
                return new Decision.Go(time(numbers.next()));
            case SLOT:
                long wait = numbers.next();
                int schedule = (int) numbers.next();
                return new Decision.Slot(
                        wait,
                        schedule,
                        Ticket.read(schedules.get(schedule), ask.costs().get(schedule), numbers));
            case REFUSED:
                return new Decision.Refused(time(numbers.next()), (int) numbers.next(), (int) numbers.next());
            default:
                throw new IllegalStateException("No decision has the number " + what);
        }
    }

    private static long time(long micros) {
        return micros >= NEVER / 2 ? Long.MAX_VALUE : micros;
    }

    /** The numbers of a reply, one after the other. */
    static final class Numbers {
        private final List<?> numbers;
        private int at;

        Numbers(List<?> numbers) {
            this.numbers = numbers;
        }

        long next() {
            return (Long) numbers.get(at++);
        }

        int left() {
            return numbers.size() - at;
        }
    }
}
