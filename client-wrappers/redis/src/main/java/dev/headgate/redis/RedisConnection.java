package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Journal;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** Puts the parts together that a ledger needs to speak with a server. */
final class RedisConnection implements Breaker.Listener {
    private static final long MICROS_SKEW = TimeUnit.MILLISECONDS.toMicros(50);

    private static final Script TRIAL = new Script(String.join("\n", Parts.lines("write-trial")));

    private final RedisSettings settings;
    private final TimeMeter clock;
    private final Fleet fleet;
    private final Notices notices;
    private final KeySecret secret;
    private final long patienceNanos;
    private final TripTime tripTime;
    private final AtomicReference<@Nullable RedisLedger> ledger = new AtomicReference<>();

    RedisConnection(RedisSettings settings, TimeMeter clock, Journal journal) {
        this.settings = settings;
        this.clock = clock;
        this.fleet = new Fleet(settings.prefix(), settings.expectedProcesses(), settings.sharePercent());
        this.notices = new Notices(journal, clock, fleet);
        this.secret = new KeySecret(settings.keySecret(), settings.prefix());
        this.tripTime = new TripTime(clock, TimeUnit.MILLISECONDS.toNanos(settings.timeoutMillis()));
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(Math.max(500, settings.timeoutMillis()));
    }

    RedisLedger ledger(long revision) {
        SecureRandom random = new SecureRandom();
        byte[] id = new byte[8];
        random.nextBytes(id);
        Command trial = new Command(TRIAL, List.of(KeyNames.ofPrefix(settings.prefix(), "trial")), List.of());
        FleetDialect dialect =
                new FleetDialect(fleet, clock, terms(), notices, HexFormat.of().formatHex(id));
        Lines lines = new PreparedLines(new JedisLines(settings), this::scripts, () -> List.of(trial), patienceNanos);
        Combiner<Schedule> combiner =
                new Combiner<>(clock, tripTime, dialect, () -> greeted(lines.open(), dialect), this);
        RedisLedger made =
                new RedisLedger(settings, revision, clock, random, fleet, notices, secret, new RedisDecider(combiner));
        ledger.set(made);
        return made;
    }

    private Supplier<Terms> terms() {
        if (!settings.clientClock()) {
            return () -> Terms.SERVER;
        }
        long toEpoch = TimeMeter.SYSTEM_MILLISECONDS.currentTimeNanos() - clock.currentTimeNanos();
        return () -> new Terms((clock.currentTimeNanos() + toEpoch) / 1_000, MICROS_SKEW);
    }

    private Collection<Script> scripts() {
        Set<Script> known = new LinkedHashSet<>();
        for (FleetRule rule : fleet.rules()) {
            for (RedisBook book : rule.books()) {
                Schedule schedule = book.any().schedule();
                known.add(Decide.command(List.of(schedule), Terms.SERVER, List.of(Upkeep.look(schedule)))
                        .script());
            }
        }
        return known;
    }

    /**
     * Says on a new connection that this process lives on its rules, and hears who else does, before anybody decides; what a
     * first decision needs is loaded then, too.
     */
    private Line greeted(Line line, FleetDialect dialect) throws LineBrokenException {
        boolean ready = false;
        try {
            if (secret.isShared()) {
                secret.agree(line.call(List.of(secret.command()), patienceNanos).get(0));
            }
            List<Dialect.Question<Schedule>> questions = new ArrayList<>();
            List<Command> commands = new ArrayList<>();
            for (FleetRule rule : fleet.rules()) {
                rule.missedBeat(clock.currentTimeNanos());
                Schedule any = Upkeep.any(rule);
                Dialect.Question<Schedule> question = dialect.question(List.of(any), List.of(Upkeep.look(any)));
                questions.add(question);
                commands.add(question.command());
            }
            hear(questions, commands.isEmpty() ? List.of() : line.call(commands, patienceNanos));
            ready = true;
            tripTime.meet();
            return line;
        } finally {
            if (!ready) {
                line.close();
            }
        }
    }

    /** What needs another trip, or is an error about a key, comes with the first decisions. */
    private static void hear(List<Dialect.Question<Schedule>> questions, List<@Nullable Object> replies)
            throws LineBrokenException {
        for (int i = 0; i < replies.size(); i++) {
            Object reply = replies.get(i);
            // Else a server that may not write would be found, and lost with the next decision, each second.
            if (reply instanceof JedisDataException error && ServerErrors.servesNobody(error)) {
                throw new LineBrokenException("Redis answered " + error.getMessage(), error);
            }
            if (reply instanceof JedisDataException || questions.get(i).read(reply) != null) {
                questions.get(i).failed(new RedisTroubleException("Redis did not hear a heartbeat", null));
            }
        }
    }

    @Override
    public void opened(RedisTroubleException why) {
        RedisLedger mine = ledger.get();
        if (mine != null) {
            mine.lost(why);
        }
    }

    @Override
    public void closed() {
        RedisLedger mine = ledger.get();
        if (mine != null) {
            mine.found();
        }
    }
}
