package dev.headgate.throttle;

import dev.headgate.throttle.match.Found;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import dev.headgate.throttle.match.RuleTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one file at work.
 *
 * <pre>{@code
 * Machinery machinery = Machinery.builder().waitingMax(100).build();
 * Downstreams downstreams = new Throttles(rules, machinery, new LocalLedger(TimeMeter.SYSTEM_NANOTIME));
 * }</pre>
 */
public final class Throttles implements Downstreams {
    private static final String UNREADABLE = "HG-202";

    private final Machinery machinery;
    private final Map<String, RuleThrottle> byName = new LinkedHashMap<>();
    private final RuleTable<RuleThrottle> table;
    private final PoolRules pools = new PoolRules();
    private final AtomicBoolean toldUnreadable = new AtomicBoolean();

    /**
     * Puts rules to work.
     *
     * @param rules valid; their order decides nothing
     * @param machinery what they share with all other rules of this process
     * @param ledger keeps what their limits have given; on the machinery's clock
     * @throws IllegalArgumentException if a name in {@code also} is not among the rules
     */
    public Throttles(List<Rule> rules, Machinery machinery, Ledger ledger) {
        this.machinery = machinery;
        for (Rule rule : rules) {
            byName.put(rule.name(), new RuleThrottle(rule, machinery, ledger));
        }
        TariffBook tariffs = new TariffBook(byName, machinery, ledger);
        List<RuleTable.Entry<RuleThrottle>> entries = new ArrayList<>();
        for (RuleThrottle throttle : byName.values()) {
            throttle.wire(tariffs.of(throttle));
            Rule rule = throttle.rule();
            if (rule.mode() != Mode.OFF) {
                entries.add(new RuleTable.Entry<>(rule.match(), throttle, rule.source()));
            }
        }
        this.table = new RuleTable<>(entries);
    }

    @Override
    public boolean namesHost(String host) {
        try {
            return table.namesHost(host);
        } catch (Throwable broken) {
            tellUnreadable(broken);
            return false;
        }
    }

    @Override
    public <R> @Nullable Demand http(HttpReader<R> reader, R request) {
        Found<RuleThrottle> found;
        try {
            found = table.find(reader, request);
        } catch (Throwable broken) {
            tellUnreadable(broken);
            return null;
        }
        return found == null ? null : found.value().http(reader, request, found);
    }

    @Override
    public @Nullable Demand jdbc(JdbcTarget target) {
        RuleThrottle throttle;
        try {
            throttle = pools.of(target, this::find);
        } catch (Throwable broken) {
            tellUnreadable(broken);
            return null;
        }
        return throttle == null ? null : throttle.jdbc(target);
    }

    @Override
    public Throttle downstream(String name) {
        RuleThrottle throttle = byName.get(name);
        if (throttle == null) {
            throw new IllegalArgumentException("There is no downstream \"" + name + "\"; there are " + byName.keySet());
        }
        return throttle;
    }

    @Override
    public Executor continuations() {
        return machinery.continuations();
    }

    @Override
    public Runnable stayAwake() {
        return machinery.vigil().begin();
    }

    @Override
    public long nanoTime() {
        return machinery.now();
    }

    /** Returns what happened so far at each downstream, in the order of the rules. At any time, and quick. */
    public List<Tally> snapshot() {
        return byName.values().stream().map(RuleThrottle::tally).toList();
    }

    private @Nullable RuleThrottle find(JdbcTarget target) {
        Found<RuleThrottle> found = table.find(target);
        return found == null ? null : found.value();
    }

    private void tellUnreadable(Throwable broken) {
        if (toldUnreadable.compareAndSet(false, true)) {
            machinery.warn(
                    UNREADABLE,
                    "A call could not be matched to the rules and was let go (" + broken + "); this is told once");
        }
    }
}
