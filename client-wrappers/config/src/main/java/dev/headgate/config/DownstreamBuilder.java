package dev.headgate.config;

import dev.headgate.config.RuleBody.Written;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.HeaderPattern;
import dev.headgate.throttle.match.HostPattern;
import dev.headgate.throttle.match.JdbcPattern;
import dev.headgate.throttle.match.Match;
import dev.headgate.throttle.match.PathPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says in code what the file says of one downstream; each method is the file's key of that name. Every method throws
 * {@link IllegalArgumentException} if what it is given makes no sense. Not thread-safe.
 */
public final class DownstreamBuilder {
    private final String name;
    private final List<HostPattern> hosts = new ArrayList<>();
    private final Set<String> methods = new LinkedHashSet<>();
    private final List<PathPattern> paths = new ArrayList<>();
    private final List<HeaderPattern> headers = new ArrayList<>();
    private final List<JdbcPattern> jdbc = new ArrayList<>();
    private final List<WrittenLimit> limits = new ArrayList<>();
    private final List<RuleBody.Also> also = new ArrayList<>();
    private boolean unlimited;
    private @Nullable KeyParts key;
    private @Nullable Mode mode;
    private @Nullable Integer maxKeys;
    private @Nullable Long waitNanos;
    private @Nullable Integer queue;
    private @Nullable Store store;
    private @Nullable OnFailure onFailure;
    private @Nullable BackoffBody backoff;
    private @Nullable RetryBody retries;
    private @Nullable Reject reject;

    DownstreamBuilder(String name) {
        this.name = name;
    }

    /** Names hosts: exact, {@code *.x}, {@code **.x}, a CIDR block; with scheme or port where they matter. */
    public DownstreamBuilder hosts(String... patterns) {
        for (String pattern : patterns) {
            hosts.add(HostPattern.parse(pattern));
        }
        return this;
    }

    /** Names methods. */
    public DownstreamBuilder methods(String... names) {
        for (String method : names) {
            methods.add(method.toUpperCase(Locale.ROOT));
        }
        return this;
    }

    /** Names paths, as {@code /v1/charges/**} or <code>/users/{id}</code>. */
    public DownstreamBuilder paths(String... patterns) {
        for (String pattern : patterns) {
            paths.add(PathPattern.parse(pattern));
        }
        return this;
    }

    /** Asks for a header; its value is never printed. */
    public DownstreamBuilder header(String headerName, String glob) {
        headers.add(HeaderPattern.parse(headerName, glob));
        return this;
    }

    /** Names databases: JDBC URLs, or {@code pool:NAME}. */
    public DownstreamBuilder jdbc(String... patterns) {
        for (String pattern : patterns) {
            jdbc.add(JdbcPattern.parse(pattern));
        }
        return this;
    }

    /** Adds a limit in the short form, such as {@code 100/s}: never more than 100 in any second. */
    public DownstreamBuilder limit(String rate) {
        try {
            Rate parsed = Rate.parse(rate);
            return limit(Bandwidth.builder()
                    .slidingWindowLog(parsed.tokens(), parsed.period())
                    .build());
        } catch (BadValue bad) {
            String meant = bad.instead() == null ? "" : "; did you mean \"" + bad.instead() + "\"?";
            throw new IllegalArgumentException("\"" + rate + "\" " + bad.message() + ": " + bad.hint() + meant);
        }
    }

    /** Adds a limit. */
    public DownstreamBuilder limit(Bandwidth bandwidth) {
        return limit(new Limit(bandwidth, bandwidth.toString(), List.of(), null));
    }

    /** Adds a limit with costs or a key of its own. */
    public DownstreamBuilder limit(Limit limit) {
        for (Limit.Cost cost : limit.costs()) {
            if (cost.tokens() < 0 || cost.tokens() > limit.bandwidth().getCapacity()) {
                throw new IllegalArgumentException("A cost of " + cost.tokens() + " can never be paid: " + limit.text()
                        + " lets " + limit.bandwidth().getCapacity() + " go at most at once");
            }
        }
        KeyParts own = limit.key() == null ? null : new KeyParts(limit.key(), RuleBody.CODE);
        limits.add(new WrittenLimit(limit, RuleBody.CODE, own));
        return this;
    }

    /**
     * Says that there is no limit: calls that another downstream would be charged with go free. Unless {@link #backoff} is
     * called too they are not held by what the downstream answers, either.
     */
    public DownstreamBuilder unlimited() {
        unlimited = true;
        return this;
    }

    /** Splits the limits by a key, such as {@code header:Authorization}; several make a tuple. */
    public DownstreamBuilder key(String... parts) {
        List<KeyPart> parsed = new ArrayList<>();
        for (String part : parts) {
            parsed.add(KeyPart.parse(part));
        }
        key = new KeyParts(parsed, RuleBody.CODE);
        return this;
    }

    /** Sets how many keys have a budget of their own; 10,000 if not set. */
    public DownstreamBuilder maxKeys(int keys) {
        maxKeys = atLeast(1, keys, "maxKeys");
        return this;
    }

    /** Sets the longest wait of one program call; one second if not set, zero to fail at once. */
    public DownstreamBuilder wait(Duration longest) {
        if (longest.isNegative()) {
            throw new IllegalArgumentException("wait must not be negative, but is " + longest);
        }
        boolean beyond = longest.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0;
        waitNanos = beyond ? Long.MAX_VALUE : longest.toNanos();
        return this;
    }

    /** Sets how many calls may wait at the same time; 64 if not set. */
    public DownstreamBuilder queue(int calls) {
        queue = atLeast(0, calls, "queue");
        return this;
    }

    /** Sets what is done with verdicts. */
    public DownstreamBuilder mode(Mode value) {
        mode = value;
        return this;
    }

    /** Sets where the limits are kept; {@link Store#REDIS} if not set and {@link HeadgateBuilder#redis(String)} is. */
    public DownstreamBuilder store(Store value) {
        store = value;
        return this;
    }

    /** Sets what becomes of its calls while Redis does not answer; what is said of Redis as a whole if not set. */
    public DownstreamBuilder onFailure(OnFailure value) {
        onFailure = value;
        return this;
    }

    /** Sets what is done when the downstream asks for a pause or fails; what is not said is as in {@link dev.headgate.throttle.Backoff#DEFAULT}. */
    public DownstreamBuilder backoff(Consumer<BackoffBuilder> says) {
        BackoffBuilder builder = new BackoffBuilder();
        says.accept(builder);
        backoff = builder.body();
        return this;
    }

    /** Says that no answer, and no failure, holds back later calls. */
    public DownstreamBuilder noBackoff() {
        backoff = BackoffBody.OFF;
        return this;
    }

    /**
     * Sets how many retries go; {@link dev.headgate.throttle.RetryTerms#DEFAULT} if not set.
     *
     * @param ratio for each first attempt, between 0 and 1; a thousandth is the smallest step
     * @param minPerSecond and besides in each second
     */
    public DownstreamBuilder retryBudget(double ratio, int minPerSecond) {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("ratio must be between 0 and 1, but is " + ratio);
        }
        long least = atLeast(0, minPerSecond, "minPerSecond");
        retries = new RetryBody(false, (int) Math.round(ratio * 1_000), least);
        return this;
    }

    /** Says that any number of retries go. */
    public DownstreamBuilder noRetryBudget() {
        retries = RetryBody.OFF;
        return this;
    }

    /** Sets how calls learn that they may not go; {@link Reject#EXCEPTION} if not set. */
    public DownstreamBuilder reject(Reject value) {
        reject = value;
        return this;
    }

    /** Names other downstreams whose limits are taken in the same step. */
    public DownstreamBuilder also(String... names) {
        for (String other : names) {
            also.add(new RuleBody.Also(other, RuleBody.CODE));
        }
        return this;
    }

    DraftRule draft() {
        try {
            RuleName.check(name);
        } catch (BadValue bad) {
            throw new IllegalArgumentException(bad.message() + "; " + bad.hint());
        }
        if (unlimited && !limits.isEmpty()) {
            throw new IllegalArgumentException("The downstream \"" + name + "\" is unlimited and has limits");
        }
        boolean none = limits.isEmpty() && !unlimited;
        RuleBody body = new RuleBody(
                mode,
                none ? null : new RuleLimits(limits, unlimited),
                false,
                key,
                maxKeys,
                waitNanos,
                queue,
                RuleBody.CODE,
                also,
                null,
                Written.inCode(store),
                Written.inCode(onFailure),
                backoff,
                retries,
                Written.inCode(reject));
        return new DraftRule(name, RuleBody.CODE, match(), body);
    }

    private Match match() {
        Match match = new Match(hosts, methods, paths, headers, jdbc);
        String never = match.whyNever();
        if (never != null) {
            throw new IllegalArgumentException("The downstream \"" + name + "\" can never match: " + never);
        }
        boolean named = hosts.isEmpty() && methods.isEmpty() && paths.isEmpty() && headers.isEmpty() && jdbc.isEmpty();
        return named ? MatchReader.named(name) : match;
    }

    private static int atLeast(int least, int value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " must be at least " + least + ", but is " + value);
        }
        return value;
    }
}
