package dev.headgate.redis;

import dev.headgate.limiter.TokensInheritanceStrategy;
import java.util.List;

/** Bucket4j's verbs on a schedule. Every command's reply is read with {@link #read}. Thread-safe. */
final class Admin {
    private static final int AVAILABLE = 0;
    private static final int FULL_AT = 1;
    private static final int CONSUME = 2;
    private static final int ADD = 3;
    private static final int FORCE_ADD = 4;
    private static final int RESET = 5;
    private static final int REPLACE = 6;

    private Admin() {}

    /** Asks for the most tokens, of every limit, that would go now. */
    static Command available(Schedule schedule, Terms terms) {
        return command(schedule, terms, AVAILABLE, 0);
    }

    /** Asks for the time, microseconds since the epoch, at which every limit is as if unused, if no call comes. */
    static Command fullAt(Schedule schedule, Terms terms) {
        return command(schedule, terms, FULL_AT, 0);
    }

    /** Charges tokens in every limit, whether they fit or not; asks for the microseconds until no limit is exceeded any more. */
    static Command consumeIgnoringLimits(Schedule schedule, Terms terms, long tokens) {
        return command(schedule, terms, CONSUME, tokens);
    }

    /** Gives tokens back to every limit, at most up to its capacity. */
    static Command add(Schedule schedule, Terms terms, long tokens) {
        return command(schedule, terms, ADD, tokens);
    }

    /** Gives tokens back to every limit, to a token bucket also above its capacity. */
    static Command forceAdd(Schedule schedule, Terms terms, long tokens) {
        return command(schedule, terms, FORCE_ADD, tokens);
    }

    /** Forgets everything: as if unused, and full. */
    static Command reset(Schedule schedule, Terms terms) {
        return command(schedule, terms, RESET, 0);
    }

    /** Puts a schedule on other terms. */
    static Command replace(Schedule old, ScheduleTerms wanted, TokensInheritanceStrategy how, Terms terms) {
        Command command = command(old.with(wanted), terms, REPLACE, number(how));
        command.args().add(old.terms().packed());
        return command;
    }

    private static int number(TokensInheritanceStrategy how) {
        switch (how) {
            case AS_IS:
                return 0;
            case RESET:
                return 1;
            case PROPORTIONALLY:
                return 2;
            case ADDITIVE:
                return 3;
        }
        throw new IllegalArgumentException("No script for " + how);
    }

    private static Command command(Schedule schedule, Terms terms, int verb, long number) {
        byte[] asked = new Packed(16).array(2).number(verb).number(number).toBytes();
        return Scripts.command("admin", true, List.of(schedule), terms, asked);
    }

    /**
     * Returns the answer; 0 of a verb that has none.
     *
     * @throws IllegalStateException if another process has a later revision of the terms: nothing was done
     */
    static long read(Object reply) {
        List<?> numbers = (List<?>) reply;
        if ((Long) numbers.get(0) != 0) {
            throw new IllegalStateException("Another process has a later revision of this limit");
        }
        return (Long) numbers.get(2);
    }
}
