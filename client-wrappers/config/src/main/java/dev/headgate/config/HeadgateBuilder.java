package dev.headgate.config;

import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.SourceText;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Journal;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.SystemLoggerJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says in code what {@code headgate.yml} says.
 *
 * <pre>{@code
 * Headgate headgate = Headgate.builder()
 *         .downstream("charges", d -> d.hosts("api.stripe.com").paths("/v1/charges/**").limit("100/s"))
 *         .downstream("*.internal.example:8443", d -> d.limit("50/s").wait(Duration.ofMillis(500)))
 *         .build();
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class HeadgateBuilder {
    private static final String SOURCE = "code";

    private final List<DraftRule> drafts = new ArrayList<>();
    private Mode mode = Mode.ENFORCE;
    private int mostWaiting = ConfigReader.MOST_WAITING;
    private @Nullable RedisBlock redis;
    private Journal journal = new SystemLoggerJournal();
    private TimeMeter clock = TimeMeter.SYSTEM_NANOTIME;

    HeadgateBuilder() {}

    /**
     * Adds a downstream.
     *
     * @param name its name; if it says nothing of hosts, methods, paths, headers or jdbc, its host pattern or JDBC URL as well
     * @param says what it is
     * @throws IllegalArgumentException if a pattern or number makes no sense, or the name is taken
     */
    public HeadgateBuilder downstream(String name, Consumer<DownstreamBuilder> says) {
        if (drafts.stream().anyMatch(draft -> draft.name().equals(name))) {
            throw new IllegalArgumentException("There are two downstreams \"" + name + "\"");
        }
        DownstreamBuilder builder = new DownstreamBuilder(name);
        says.accept(builder);
        drafts.add(builder.draft());
        return this;
    }

    /** Sets what rules do that do not say it themselves; {@link Mode#ENFORCE} if not set. */
    public HeadgateBuilder mode(Mode value) {
        mode = value;
        return this;
    }

    /** Sets how many calls may wait at the same time, of all downstreams together; 100 if not set. */
    public HeadgateBuilder waitingMax(int calls) {
        if (calls < 0) {
            throw new IllegalArgumentException("waitingMax must be at least 0, but is " + calls);
        }
        mostWaiting = calls;
        return this;
    }

    /**
     * Keeps limits on a Redis server, so that one limit holds for all processes that use it.
     *
     * @param uri {@code redis://} or, with TLS, {@code rediss://}
     * @throws IllegalArgumentException if it is none; the message holds nothing of it
     */
    public HeadgateBuilder redis(String uri) {
        return redis(uri, plain -> {});
    }

    /**
     * As {@link #redis(String)}.
     *
     * @param says what else there is to say of it
     */
    public HeadgateBuilder redis(String uri, Consumer<RedisBuilder> says) {
        RedisBuilder builder = new RedisBuilder(uri);
        says.accept(builder);
        redis = builder.block();
        return this;
    }

    /** Sets where it is said what was done; {@link SystemLoggerJournal} if not set. */
    public HeadgateBuilder journal(Journal value) {
        journal = value;
        return this;
    }

    /** Sets the clock of limits and waits; {@link TimeMeter#SYSTEM_NANOTIME} if not set. */
    public HeadgateBuilder clock(TimeMeter value) {
        clock = value;
        return this;
    }

    /**
     * Puts the downstreams to work.
     *
     * @throws ConfigException if they do not fit together; it tells all problems at once
     */
    public Headgate build() {
        Report report = new Report(SourceText.of(SOURCE, ""));
        new RuleChecks(drafts, Set.of(), report).run();
        new StoreChecks(report, redis).run(drafts);
        new WaitChecks(report, mostWaiting).run(drafts);
        new BackoffChecks(report).run(drafts);
        if (report.hasErrors()) {
            throw new ConfigException(report.problems());
        }
        List<Rule> rules = drafts.stream()
                .map(draft -> draft.finished(SOURCE, mode, redis))
                .toList();
        Configuration configuration = new Configuration(
                SOURCE,
                OptionalLong.empty(),
                mostWaiting,
                redis == null ? null : redis.settings(),
                rules,
                report.problems(),
                Map.of());
        return Headgate.of(configuration, journal, clock);
    }
}
