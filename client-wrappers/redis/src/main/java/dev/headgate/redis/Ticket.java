package dev.headgate.redis;

/**
 * The numbers that give a slot back: slot, mark of its charge, costs, last slot and mark before, state of the limits before, and
 * last the generation. Made for {@link Cancel} alone.
 */
final class Ticket {
    private Ticket() {}

    static long[] read(Schedule schedule, long[] costs, Decide.Numbers numbers) {
        int before = Shape.before(schedule.terms().kinds());
        long[] ticket = new long[size(schedule)];
        long generation = numbers.next();
        ticket[1] = numbers.next();
        ticket[0] = numbers.next();
        System.arraycopy(costs, 0, ticket, 2, costs.length);
        for (int i = 0; i < before; i++) {
            ticket[2 + costs.length + i] = numbers.next();
        }
        ticket[ticket.length - 1] = generation;
        return ticket;
    }

    static int size(Schedule schedule) {
        return 3
                + schedule.terms().kinds().size()
                + Shape.before(schedule.terms().kinds());
    }
}
