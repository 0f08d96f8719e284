package dev.headgate.config;

import dev.headgate.config.report.Problem;
import dev.headgate.config.report.Problem.Severity;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.redis.RedisLedger;
import dev.headgate.redis.RedisSettings;
import dev.headgate.throttle.Chance;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Journal;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.Machinery;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.StoreLedger;
import dev.headgate.throttle.SystemLoggerJournal;
import dev.headgate.throttle.Tally;
import dev.headgate.throttle.Throttle;
import dev.headgate.throttle.Throttles;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The way in for a program: the rules of a file, or of a builder, at work.
 *
 * <pre>{@code
 * try (Headgate headgate = Headgate.load(Path.of("headgate.yml"))) {
 *     headgate.downstream("charges").acquire();
 * }
 * }</pre>
 *
 * <p>Thread-safe. All its threads are daemons. Those that speak with Redis start at once, if limits are kept there; no other
 * starts before a call has to be delayed.
 */
public final class Headgate implements Downstreams, AutoCloseable {
    private static final String REMARK = "HG-101";

    private final Machinery machinery;
    private final Throttles throttles;
    private final @Nullable RedisLedger redis;

    private Headgate(Configuration configuration, Journal journal, TimeMeter clock) {
        Machinery.Builder builder =
                Machinery.builder().clock(clock).journal(journal).waitingMax(configuration.mostWaiting());
        Ledger local = new LocalLedger(clock, Chance.OF_THREAD);
        this.redis = redis(configuration, journal, clock);
        if (redis == null) {
            this.machinery = builder.build();
            this.throttles = new Throttles(configuration.rules(), machinery, local);
        } else {
            this.machinery = builder.keySecret(redis.keySecret()).build();
            this.throttles = new Throttles(configuration.rules(), machinery, new StoreLedger(local, redis));
        }
        for (Problem remark : configuration.remarks()) {
            if (remark.severity() == Severity.WARNING) {
                journal.warn(REMARK, remark.toString());
            }
        }
        if (redis != null) {
            redis.start();
        }
    }

    private static @Nullable RedisLedger redis(Configuration configuration, Journal journal, TimeMeter clock) {
        boolean needed =
                configuration.rules().stream().anyMatch(rule -> rule.store() == Store.REDIS && rule.mode() != Mode.OFF);
        RedisSettings settings = configuration.redis().orElse(null);
        return needed && settings != null ? RedisLedger.of(settings, configuration.revision(), clock, journal) : null;
    }

    /**
     * Puts a file to work.
     *
     * @throws ConfigException if it is not there, cannot be read or is not sound; it tells all problems at once
     */
    public static Headgate load(Path file) {
        return of(Configuration.read(file), new SystemLoggerJournal());
    }

    /**
     * Puts a text to work as if it were a file.
     *
     * @param name of the file, for messages
     * @throws ConfigException if it is not sound; it tells all problems at once
     */
    public static Headgate parse(String text, String name) {
        return of(Configuration.parse(text, name), new SystemLoggerJournal());
    }

    /**
     * Puts a configuration to work.
     *
     * @param journal where it is said what was done
     */
    public static Headgate of(Configuration configuration, Journal journal) {
        return of(configuration, journal, TimeMeter.SYSTEM_NANOTIME);
    }

    /**
     * Puts a configuration to work.
     *
     * @param journal where it is said what was done
     * @param clock of limits and waits
     */
    public static Headgate of(Configuration configuration, Journal journal, TimeMeter clock) {
        return new Headgate(configuration, journal, clock);
    }

    /** Starts without a file. */
    public static HeadgateBuilder builder() {
        return new HeadgateBuilder();
    }

    @Override
    public Throttle downstream(String name) {
        return throttles.downstream(name);
    }

    /** Returns what happened so far at each downstream, in the order of the file. At any time, and quick. */
    public List<Tally> stats() {
        return throttles.snapshot();
    }

    /** Returns in one sentence, without the full stop, whether Redis answers; empty if no rule is kept there. At any time, and quick. */
    public Optional<String> redis() {
        return redis == null ? Optional.empty() : Optional.of(redis.state());
    }

    @Override
    public boolean namesHost(String host) {
        return throttles.namesHost(host);
    }

    @Override
    public <R> @Nullable Demand http(HttpReader<R> reader, R request) {
        return throttles.http(reader, request);
    }

    @Override
    public @Nullable Demand jdbc(JdbcTarget target) {
        return throttles.jdbc(target);
    }

    @Override
    public Executor continuations() {
        return throttles.continuations();
    }

    @Override
    public Runnable stayAwake() {
        return throttles.stayAwake();
    }

    @Override
    public long nanoTime() {
        return throttles.nanoTime();
    }

    /** Lets no call wait any more: those that wait are rejected. Limits hold on for calls that still come. */
    @Override
    public void close() {
        machinery.close();
        if (redis != null) {
            redis.close();
        }
    }
}
