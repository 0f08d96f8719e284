package dev.headgate.testkit;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Backoff;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.RetryTerms;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.Match;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a rule as the file would, with the file's defaults. */
public final class RuleBuilder {
    private static final Match ANY = new Match(List.of(), Set.of(), List.of(), List.of(), List.of());

    private final String name;
    private final List<Limit> limits = new ArrayList<>();
    private List<KeyPart> key = List.of();
    private List<String> also = List.of();
    private Match match = ANY;
    private Mode mode = Mode.ENFORCE;
    private int maxKeys = 10_000;
    private Duration wait = Duration.ofSeconds(1);
    private int queue = 64;
    private Store store = Store.LOCAL;
    private Backoff backoff = Backoff.OFF;
    private RetryTerms retries;
    private Reject reject = Reject.EXCEPTION;
    private OnFailure onFailure = OnFailure.LOCAL;

    private RuleBuilder(String name) {
        this.name = name;
    }

    public static RuleBuilder rule(String name) {
        return new RuleBuilder(name);
    }

    /** The file's short form: never more than {@code tokens} in any {@code period}, and waiting calls spread. */
    public RuleBuilder log(long tokens, Duration period) {
        return limit(
                tokens + " per " + period,
                Bandwidth.builder()
                        .slidingWindowLog(tokens, period)
                        .spread(true)
                        .build());
    }

    public RuleBuilder tokenBucket(long capacity, long refill, Duration period) {
        return limit(
                "bucket of " + capacity,
                Bandwidth.builder()
                        .capacity(capacity)
                        .refillGreedy(refill, period)
                        .build());
    }

    public RuleBuilder fixedWindow(long tokens, Duration period) {
        return limit(
                "window of " + tokens,
                Bandwidth.builder().fixedWindow(tokens, period).build());
    }

    public RuleBuilder limit(String text, Bandwidth bandwidth) {
        return limit(new Limit(bandwidth, text, List.of(), null));
    }

    public RuleBuilder backoff(Backoff value) {
        backoff = value;
        return this;
    }

    public RuleBuilder retries(RetryTerms value) {
        retries = value;
        return this;
    }

    public RuleBuilder reject(Reject value) {
        reject = value;
        return this;
    }

    /** A limit with a key of its own. */
    public RuleBuilder limit(String text, Bandwidth bandwidth, @Nullable List<KeyPart> ownKey) {
        return limit(new Limit(bandwidth, text, List.of(), ownKey));
    }

    public RuleBuilder limit(Limit limit) {
        limits.add(limit);
        return this;
    }

    public RuleBuilder key(KeyPart... parts) {
        key = List.of(parts);
        return this;
    }

    public RuleBuilder context(String... names) {
        List<KeyPart> parts = new ArrayList<>();
        for (String each : names) {
            parts.add(new KeyPart(KeyPart.Kind.CONTEXT, each));
        }
        key = parts;
        return this;
    }

    public RuleBuilder maxKeys(int most) {
        maxKeys = most;
        return this;
    }

    public RuleBuilder wait(Duration longest) {
        wait = longest;
        return this;
    }

    public RuleBuilder queue(int most) {
        queue = most;
        return this;
    }

    public RuleBuilder mode(Mode value) {
        mode = value;
        return this;
    }

    public RuleBuilder match(Match value) {
        match = value;
        return this;
    }

    public RuleBuilder also(String... names) {
        also = List.of(names);
        return this;
    }

    public RuleBuilder store(Store value) {
        store = value;
        return this;
    }

    public RuleBuilder onFailure(OnFailure value) {
        onFailure = value;
        return this;
    }

    public Rule build() {
        long waitNanos = wait.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : wait.toNanos();
        return new Rule(
                name,
                "headgate.yml:3:3",
                mode,
                match,
                limits,
                key,
                maxKeys,
                waitNanos,
                queue,
                also,
                store,
                onFailure,
                backoff,
                retries,
                reject);
    }
}
