package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Journal;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts the parts together that a ledger needs to speak with a server. */
final class RedisConnection implements Breaker.Listener {
    private static final long MICROS_SKEW = TimeUnit.MILLISECONDS.toMicros(50);

    private final RedisSettings settings;
    private final TimeMeter clock;
    private final Fleet fleet;
    private final Notices notices;
    private final KeySecret secret;
    private final long patienceNanos;
    private final AtomicReference<@Nullable RedisLedger> ledger = new AtomicReference<>();

    RedisConnection(RedisSettings settings, TimeMeter clock, Journal journal) {
        this.settings = settings;
        this.clock = clock;
        this.fleet = new Fleet(settings.prefix(), settings.expectedProcesses());
        this.notices = new Notices(journal, clock, fleet);
        this.secret = new KeySecret(settings.keySecret(), settings.prefix());
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(Math.max(500, settings.timeoutMillis()));
    }

    RedisLedger ledger(long revision) {
        SecureRandom random = new SecureRandom();
        byte[] id = new byte[8];
        random.nextBytes(id);
        FleetDialect dialect =
                new FleetDialect(fleet, clock, terms(), notices, HexFormat.of().formatHex(id));
        Lines lines = new PreparedLines(new JedisLines(settings), this::scripts, List::of, patienceNanos);
        Combiner<Schedule> combiner = new Combiner<>(
                clock,
                TimeUnit.MILLISECONDS.toNanos(settings.timeoutMillis()),
                dialect,
                () -> agreed(lines.open()),
                this);
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
                known.add(Decide.command(List.of(schedule), Terms.SERVER, List.of(book.look()))
                        .script());
            }
        }
        return known;
    }

    private Line agreed(Line line) throws LineBrokenException {
        if (secret.isShared()) {
            boolean ready = false;
            try {
                secret.agree(line.call(List.of(secret.command()), patienceNanos).get(0));
                ready = true;
            } finally {
                if (!ready) {
                    line.close();
                }
            }
        }
        return line;
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
