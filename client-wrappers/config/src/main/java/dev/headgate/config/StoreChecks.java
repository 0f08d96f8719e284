package dev.headgate.config;

import dev.headgate.config.RuleBody.Also;
import dev.headgate.config.RuleBody.Written;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.config.yaml.Span;
import dev.headgate.redis.RedisAddress;
import dev.headgate.redis.RedisNumbers;
import dev.headgate.redis.RedisSettings;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.match.HostPattern;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether what rules say of their store fits the {@code redis} block, and each other. */
final class StoreChecks {
    private static final int NOT_THE_PORT_OF_REDIS = 1;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Report report;
    private final @Nullable RedisBlock redis;

    /** Places of {@code defaults} that have been told of once and not again for each rule. */
    private final Set<Span> told = new HashSet<>();

    StoreChecks(Report report, @Nullable RedisBlock redis) {
        this.report = report;
        this.redis = redis;
    }

    void run(List<DraftRule> rules) {
        Map<String, DraftRule> byName = new HashMap<>();
        rules.forEach(rule -> byName.put(rule.name(), rule));
        for (DraftRule rule : rules) {
            store(rule);
            onFailure(rule);
            for (Also also : rule.also()) {
                DraftRule other = byName.get(also.name());
                if (other != null && store(rule, other)) {
                    across(rule, other, also.at());
                }
            }
            onRedisItself(rule);
            numbers(rule);
        }
        timeout(rules);
    }

    private boolean store(DraftRule rule, DraftRule other) {
        return rule.store(redis != null) != other.store(redis != null);
    }

    private void store(DraftRule rule) {
        Written<Store> store = rule.body().store();
        if (redis == null && store != null && store.value() == Store.REDIS && isNews(store.at())) {
            report.error(store.at(), "`store: redis`, and nothing says where Redis is", where(store.at()));
        }
    }

    private void onFailure(DraftRule rule) {
        Written<OnFailure> onFailure = rule.body().onFailure();
        if (onFailure == null || rule.store(redis != null) == Store.REDIS || !isNews(onFailure.at())) {
            return;
        }
        if (redis == null) {
            report.error(
                    onFailure.at(),
                    "`on-failure` is about Redis, and nothing says where Redis is",
                    "take it out, or " + where(onFailure.at()));
        } else {
            report.error(
                    onFailure.at(),
                    "`on-failure` is about Redis, and the limits of " + Shown.quoted(rule.name())
                            + " are kept in this process",
                    "take it out, or `store: local`");
        }
    }

    private void across(DraftRule rule, DraftRule other, Span at) {
        boolean onRedis = rule.store(redis != null) == Store.REDIS;
        report.error(
                at,
                "`also` names " + place(other) + ", whose limits are kept " + (onRedis ? "in this process" : "on Redis")
                        + "; those of " + place(rule) + " are kept " + (onRedis ? "on Redis" : "in this process"),
                "no step takes from both; give them the same `store`");
    }

    private static String place(DraftRule rule) {
        return Shown.quoted(rule.name())
                + (rule.at().line() == 0 ? "" : " (line " + rule.at().line() + ")");
    }

    /** On one's own machine the same name is that of all servers. */
    private void onRedisItself(DraftRule rule) {
        RedisAddress address = redis == null ? null : redis.address();
        if (address == null || rule.limits().isEmpty()) {
            return;
        }
        for (HostPattern pattern : rule.match().hosts()) {
            boolean meets = pattern.exactHost() != null && covers(pattern, address.host(), address.port());
            boolean everyPort = meets && covers(pattern, address.host(), NOT_THE_PORT_OF_REDIS);
            if (meets && !(everyPort && isLoopback(address.host()))) {
                report.error(
                        rule.at(),
                        "downstream " + Shown.quoted(rule.name()) + " limits the host that Redis is on",
                        everyPort
                                ? "what Redis is asked is never limited; for another server there write its port: "
                                        + Shown.clipped(pattern + ":8080")
                                : "what Redis is asked is never limited; take it out");
            }
        }
    }

    private void numbers(DraftRule rule) {
        if (redis == null || redis.settings() == null || rule.store(true) == Store.LOCAL) {
            return;
        }
        int share = redis.settings().sharePercent();
        for (WrittenLimit limit : rule.limits()) {
            String whole = RedisNumbers.check(limit.limit().bandwidth());
            String part = whole != null || share == RedisSettings.WHOLE_SHARE
                    ? null
                    : RedisNumbers.check(limit.limit().bandwidth(), share, limit.largestCost());
            String misfit = whole == null ? part : whole;
            if (misfit != null) {
                report.error(
                        limit.at(),
                        "the limit of downstream " + Shown.quoted(rule.name())
                                + (whole == null ? " times the `share` of " + share + "%: " : ": ") + misfit,
                        "write numbers that it holds, or store: local");
            }
        }
    }

    private static boolean covers(HostPattern pattern, String host, int port) {
        return pattern.matches("http", host, port) || pattern.matches("https", host, port);
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    private void timeout(List<DraftRule> rules) {
        Span written = redis == null ? null : redis.timeoutAt();
        if (redis == null || redis.settings() == null || written == null) {
            return;
        }
        long timeoutNanos = redis.settings().timeoutMillis() * NANOS_PER_MILLI;
        DraftRule shortest = null;
        for (DraftRule rule : rules) {
            boolean shorter = shortest == null || rule.waitNanos() < shortest.waitNanos();
            if (rule.store(true) == Store.REDIS && rule.holds() && rule.waitNanos() > 0 && shorter) {
                shortest = rule;
            }
        }
        if (shortest != null && shortest.waitNanos() < timeoutNanos) {
            report.warning(
                    written,
                    "the `timeout` of " + Units.text(timeoutNanos) + " is longer than the `wait` of "
                            + Units.text(shortest.waitNanos()) + " of " + place(shortest)
                            + ", which bounds how long its calls wait for Redis",
                    "make the timeout shorter, or the wait longer");
        }
    }

    private static String where(Span at) {
        return at.line() == 0
                ? "call redis(\"redis://127.0.0.1:6379\") of the builder"
                : "put this line at the top of the file: " + RedisReader.EXAMPLE;
    }

    private boolean isNews(Span at) {
        return at.line() == 0 || told.add(at);
    }
}
