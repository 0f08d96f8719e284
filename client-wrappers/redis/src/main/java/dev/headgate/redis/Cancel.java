package dev.headgate.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The script that gives slots back. Thread-safe. */
final class Cancel {
    private Cancel() {}

    /** Returns the command that gives back the slots of these tickets of one schedule, in order. */
    static Command command(Schedule schedule, Terms terms, List<long[]> tickets) {
        return command(schedule, terms, tickets, false);
    }

    private static Command command(Schedule schedule, Terms terms, List<long[]> tickets, boolean full) {
        int size = 0;
        for (long[] ticket : tickets) {
            size += ticket.length;
        }
        Packed packed = new Packed(8 + 5 * size).array(size);
        for (long[] ticket : tickets) {
            for (long number : ticket) {
                packed.number(number);
            }
        }
        return Scripts.command("cancel", full, List.of(schedule), terms, packed.toBytes());
    }

    /**
     * Returns what to send at once, since the quick script could not do it, and to read in the same way; null if the reply
     * says what became of each slot.
     *
     * @param reply what Redis answered; not an error
     */
    static @Nullable Command again(Schedule schedule, Terms terms, List<long[]> tickets, Object reply) {
        return reply instanceof List ? null : command(schedule, terms, tickets, true);
    }

    /** Returns for each ticket whether its slot was given back; false if it is due or stands for good. */
    static List<Boolean> read(List<long[]> tickets, Object reply) {
        List<?> numbers = (List<?>) reply;
        boolean done = ((Long) numbers.get(0)) == 0;
        List<Boolean> freed = new ArrayList<>(tickets.size());
        for (int i = 0; i < tickets.size(); i++) {
            freed.add(done && (Long) numbers.get(2 + i) == 1);
        }
        return freed;
    }
}
