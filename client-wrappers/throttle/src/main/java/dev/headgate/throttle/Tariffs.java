package dev.headgate.throttle;

import dev.headgate.throttle.match.Found;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import dev.headgate.throttle.match.Match;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of one rule take: its own limits and those of the rules in {@code also}. Immutable.
 *
 * <p>A call of an enforced rule takes the enforced limits; the observed ones of other rules are only counted there. A call of an
 * observed rule takes nothing that is enforced: all its limits are counted on a state of their own.
 */
final class Tariffs {
    /** Of a rule that takes nothing. */
    static final Tariffs NONE = new Tariffs(List.of(), List.of());

    /** A call that a program makes by itself has no request and no pool: only its thread's context can tell its key. */
    private static final JdbcTarget IN_CODE = new JdbcTarget(null, null, null);

    /** Limits that are only observed, and who counts what would have happened. */
    record Watched(Counts counts, List<Tariff> tariffs) {
        Watched {
            tariffs = limitedFirst(tariffs);
        }
    }

    private final List<Tariff> enforced;
    private final List<Watched> watched;

    Tariffs(List<Tariff> enforced, List<Watched> watched) {
        this.enforced = limitedFirst(enforced);
        this.watched = List.copyOf(watched);
    }

    /** Those that are there only for pauses and pace stand behind all others: most of the time nobody need look at them. */
    private static List<Tariff> limitedFirst(List<Tariff> tariffs) {
        return tariffs.stream()
                .sorted(Comparator.comparing(tariff -> tariff.budget().limits().isEmpty()))
                .toList();
    }

    boolean isEmpty() {
        return enforced.isEmpty() && watched.isEmpty();
    }

    /** The demand of every call, or null if calls differ. */
    @Nullable
    Call shared(RuleThrottle throttle) {
        for (Tariff tariff : all()) {
            if (tariff.fixed() == null) {
                return null;
            }
        }
        return isEmpty() ? null : demand(throttle, Tariff::fixed);
    }

    <R> Call http(RuleThrottle throttle, HttpReader<R> reader, R request, Found<?> found) {
        Predicate<Match> matches = match -> match.matches(reader, request);
        return demand(throttle, tariff -> tariff.charge(keys -> keys.read(reader, request, found), matches));
    }

    Call jdbc(RuleThrottle throttle, JdbcTarget target) {
        Predicate<Match> matches = match -> match.matches(target);
        return demand(throttle, tariff -> tariff.charge(keys -> keys.read(target), matches));
    }

    /** A call that a program makes by itself: it costs {@code tokens} in the rule's own limits and 1 in those of others. */
    Call code(RuleThrottle throttle, long tokens) {
        return demand(
                throttle,
                tariff -> tariff.charge(
                        keys -> keys.read(IN_CODE), tariff.budget().rule() == throttle.rule() ? tokens : 1));
    }

    /** Throws {@link IllegalArgumentException} if a call of that cost could never go. */
    void mustFit(Rule rule, long tokens) {
        if (tokens < 1) {
            throw new IllegalArgumentException(rule.name() + ": a call costs at least 1 token, not " + tokens);
        }
        for (Limit limit : rule.limits()) {
            if (tokens > limit.bandwidth().getCapacity()) {
                throw new IllegalArgumentException(rule.name() + ": a call of " + tokens + " tokens could never go, "
                        + limit.text() + " (" + rule.source() + ") never lets more than "
                        + limit.bandwidth().getCapacity() + " go at once");
            }
        }
    }

    private Call demand(RuleThrottle throttle, Function<Tariff, @Nullable Charge> charges) {
        List<Call.Shadow> shadows = new ArrayList<>(watched.size());
        for (Watched each : watched) {
            Request request = request(throttle, each.tariffs(), charges);
            if (request != null) {
                shadows.add(new Call.Shadow(each.counts(), request));
            }
        }
        return new Call(throttle, request(throttle, enforced, charges), shadows);
    }

    private static @Nullable Request request(
            RuleThrottle throttle, List<Tariff> tariffs, Function<Tariff, @Nullable Charge> charges) {
        List<Charge> taken = new ArrayList<>(tariffs.size());
        for (Tariff tariff : tariffs) {
            Charge charge = charges.apply(tariff);
            if (charge != null) {
                taken.add(charge);
            }
        }
        return taken.isEmpty() ? null : new Request(throttle.rule(), taken);
    }

    private List<Tariff> all() {
        List<Tariff> all = new ArrayList<>(enforced);
        for (Watched each : watched) {
            all.addAll(each.tariffs());
        }
        return all;
    }
}
