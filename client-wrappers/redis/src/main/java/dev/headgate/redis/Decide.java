package dev.headgate.redis;

import java.util.ArrayList;
import java.util.List;

/** The script that decides, and what it answers. Thread-safe. */
final class Decide {
    private static final int GO = 0;
    private static final int SLOT = 1;
    private static final int REFUSED = 2;
    private static final int NEWER_TERMS = 1;
    private static final int OTHER_TERMS = 2;
    private static final long NEVER = 1L << 52;

    private Decide() {}

    /** Returns the command that decides all asks, in order, under one time. */
    static Command command(List<Schedule> schedules, Terms terms, List<Ask> asks) {
        return command(schedules, terms, asks, false);
    }

    private static Command command(List<Schedule> schedules, Terms terms, List<Ask> asks, boolean full) {
        int size = 0;
        for (Ask ask : asks) {
            size += ask.size();
        }
        Packed packed = new Packed(8 + 4 * size).array(size);
        for (Ask ask : asks) {
            ask.pack(packed);
        }
        return Scripts.command("decide", full, schedules, terms, packed.toBytes());
    }

    /**
     * Reads the reply to {@link #command}, or to {@link Reply#again}, which is then read with the schedules and asks of that
     * reply.
     *
     * @param reply what Redis answered; not an error
     */
    static Reply read(List<Schedule> schedules, Terms terms, List<Ask> asks, Object reply) {
        if (!(reply instanceof List)) {
            return new Reply(0, 0, -1, List.of(), command(schedules, terms, asks, true), schedules, asks, false, false);
        }
        Numbers numbers = new Numbers((List<?>) reply);
        long status = numbers.next();
        if (status == NEWER_TERMS) {
            return onNewerTerms(schedules, terms, asks, (List<?>) reply);
        }
        long now = numbers.next();
        long pause = numbers.next();
        int live = (int) numbers.next();
        List<Decision> decisions = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            decisions.add(decision(schedules, ask, numbers));
        }
        return new Reply(now, pause, live, decisions, null, schedules, asks, false, status == OTHER_TERMS);
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
        return new Reply(
                0, 0, -1, List.of(), command(renewed, terms, fitted), List.copyOf(renewed), fitted, true, false);
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
    }
}
