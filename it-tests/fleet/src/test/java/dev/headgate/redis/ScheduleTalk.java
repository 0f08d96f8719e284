package dev.headgate.redis;

import dev.headgate.it.support.redis.RedisServer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Speaks with the scripts of schedules over one connection, and sends again what must be. Not thread-safe. */
final class ScheduleTalk implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Line line;

    ScheduleTalk(RedisServer server) throws LineBrokenException {
        this(RedisAddress.parse(server.uri()));
    }

    ScheduleTalk(RedisAddress address) throws LineBrokenException {
        this.line = new JedisLines(() -> address, TIMEOUT_MILLIS, SSLContext::getDefault).open();
    }

    /** Runs one command; an error that Redis answers is thrown. */
    Object run(Command command) throws LineBrokenException {
        Object reply = line.call(List.of(command), TIMEOUT_MILLIS * 1_000_000L).get(0);
        if (reply instanceof RuntimeException) {
            throw (RuntimeException) reply;
        }
        return Objects.requireNonNull(reply);
    }

    Reply decide(List<Schedule> schedules, Terms terms, List<Ask> asks) throws LineBrokenException {
        return decide(Decide.command(schedules, terms, asks), schedules, terms, asks);
    }

    /** The same, where schedules without limits are only looked at, to begin with. */
    Reply decideUnrestrained(List<Schedule> schedules, Terms terms, List<Ask> asks) throws LineBrokenException {
        return decide(Decide.unrestrained(schedules, terms, asks), schedules, terms, asks);
    }

    private Reply decide(Command command, List<Schedule> schedules, Terms terms, List<Ask> asks)
            throws LineBrokenException {
        Reply reply = Decide.read(schedules, terms, asks, run(command));
        boolean outdated = false;
        for (@Nullable Command again = reply.again(); again != null; again = reply.again()) {
            outdated |= reply.outdated();
            reply = Decide.read(reply.schedules(), terms, reply.asks(), run(again));
        }
        return !outdated
                ? reply
                : new Reply(
                        reply.nowMicros(),
                        reply.live(),
                        reply.decisions(),
                        reply.restraints(),
                        reply.pace(),
                        null,
                        reply.schedules(),
                        reply.asks(),
                        true,
                        reply.otherTerms());
    }

    /** The same cost in every limit, of one call of one schedule. */
    Decision take(Schedule schedule, Terms terms, long cost, long maxWaitMicros) throws LineBrokenException {
        long[] costs = new long[schedule.terms().kinds().size()];
        Arrays.fill(costs, cost);
        return decide(List.of(schedule), terms, List.of(new Ask(List.of(costs), maxWaitMicros)))
                .decisions()
                .get(0);
    }

    boolean cancel(Schedule schedule, Terms terms, long[] ticket) throws LineBrokenException {
        List<long[]> tickets = List.of(ticket);
        Object reply = run(Cancel.command(schedule, terms, tickets));
        Command again = Cancel.again(schedule, terms, tickets, reply);
        return Cancel.read(tickets, again == null ? reply : run(again)).get(0);
    }

    long admin(Command command) throws LineBrokenException {
        return Admin.read(run(command));
    }

    @Override
    public void close() {
        line.close();
    }
}
