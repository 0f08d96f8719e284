package dev.headgate.redis;

import dev.headgate.redis.Awaited.Asked;
import dev.headgate.redis.Queued.Unwanted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What goes to Redis in one trip: asks of the same schedules merged into runs, in order of arrival; slots given back go first,
 * so that they are there for who asks in the same trip. Belongs to whoever has the connection.
 */
final class Batch<S> {
    /** In one run. */
    static final int MOST_ASKS = 64;

    /** In one run of more than one ask. */
    static final int MOST_TOKENS = 1000;

    /** In one trip: what a server does in a few milliseconds. */
    static final int MOST_RUNS = 64;

    private final Dialect<S> dialect;
    private final BiConsumer<S, long[]> unwanted;
    private final Map<S, Run.Cancels<S>> cancels = new HashMap<>();
    private final Map<List<S>, Run.Asks<S>> open = new HashMap<>();
    private final List<Run<S>> runs = new ArrayList<>();
    private final List<Run<S>> sent = new ArrayList<>();
    private final List<Command> commands = new ArrayList<>();
    private @Nullable Queued backlog;
    private Run.@Nullable Asks<S> latest;

    /** @param unwanted hears of slots for callers who have given up */
    Batch(Dialect<S> dialect, BiConsumer<S, long[]> unwanted) {
        this.dialect = dialect;
        this.unwanted = unwanted;
    }

    /** Takes in what is to be sent, as far as it fits into one trip. Returns whether there is anything. */
    boolean gather(Inbox inbox) {
        if (backlog == null) {
            backlog = inbox.takeAll();
        }
        while (backlog != null && runs.size() + cancels.size() < MOST_RUNS) {
            Queued oldest = backlog;
            backlog = oldest.next;
            oldest.next = null;
            add(oldest);
        }
        return !runs.isEmpty() || !cancels.isEmpty();
    }

    @SuppressWarnings("unchecked")
    void add(Queued queued) {
        if (queued instanceof Awaited<?> awaited && awaited.isGivenUp()) {
            return;
        }
        if (queued instanceof Asked<?> asked) {
            add((Asked<S>) asked);
        } else if (queued instanceof Unwanted<?> slot) {
            Unwanted<S> unwanted = (Unwanted<S>) slot;
            cancels.computeIfAbsent(unwanted.schedule, schedule -> new Run.Cancels<>(dialect, schedule))
                    .add(unwanted.ticket);
        } else {
            runs.add(new Run.Alone<>((Awaited.Single) queued));
        }
    }

    private void add(Asked<S> asked) {
        Run.Asks<S> run = latest;
        if (run == null || !run.schedules.equals(asked.schedules)) {
            run = open.get(asked.schedules);
        }
        if (run == null || !run.join(asked)) {
            run = new Run.Asks<>(dialect, asked);
            runs.add(run);
            open.put(asked.schedules, run);
        }
        latest = run;
    }

    /** Returns the commands of what was gathered; what makes none has failed. */
    List<Command> commands(long nowNanos) {
        for (Run<S> run : cancels.values()) {
            prepare(run, nowNanos);
        }
        for (int i = 0; i < runs.size(); i++) {
            prepare(runs.get(i), nowNanos);
        }
        return commands;
    }

    private void prepare(Run<S> run, long nowNanos) {
        try {
            commands.add(run.command(nowNanos));
            sent.add(run);
        } catch (RuntimeException wrong) {
            run.fail(new RedisTroubleException("Redis could not be asked: " + wrong, wrong));
        }
    }

    /**
     * Hands the replies out. What must be sent at once because of them is in the list of commands then; it is empty if the trip
     * is over.
     *
     * @return what to tell others, if Redis says that it serves nobody; else null
     */
    @Nullable
    RedisTroubleException read(List<@Nullable Object> replies) {
        RedisTroubleException outage = null;
        int kept = 0;
        for (int i = 0; i < replies.size(); i++) {
            Run<S> run = sent.get(i);
            Object reply = replies.get(i);
            if (reply instanceof JedisDataException error) {
                RedisTroubleException trouble =
                        new RedisTroubleException("Redis answered " + error.getMessage(), error);
                run.fail(trouble);
                outage = ServerErrors.servesNobody(error) ? trouble : outage;
                continue;
            }
            Command again = read(run, reply);
            if (again != null) {
                sent.set(kept, run);
                commands.set(kept, again);
                kept++;
            }
        }
        sent.subList(kept, sent.size()).clear();
        commands.subList(kept, commands.size()).clear();
        return outage;
    }

    private @Nullable Command read(Run<S> run, @Nullable Object reply) {
        try {
            return run.read(reply, unwanted);
        } catch (RuntimeException wrong) {
            run.fail(new RedisTroubleException("The reply of Redis cannot be read: " + wrong, wrong));
            return null;
        }
    }

    /** Ends the trip; whoever has no answer gets none. */
    void end(RedisTroubleException why) {
        for (int i = 0; i < runs.size(); i++) {
            runs.get(i).fail(why);
        }
        clear();
    }

    private void clear() {
        cancels.clear();
        if (runs.size() > 1) {
            open.clear();
        } else if (latest != null) {
            open.remove(latest.schedules);
        }
        latest = null;
        runs.clear();
        sent.clear();
        commands.clear();
    }
}
