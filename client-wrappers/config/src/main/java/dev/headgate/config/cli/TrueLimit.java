package dev.headgate.config.cli;

import dev.headgate.config.Configuration;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.key.KeyPart;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a rule comes to in the long run: the tightest of all limits that its calls take, its own and those of the rules in
 * {@code also}.
 *
 * @param limit the tightest
 * @param owner the rule that it is of
 * @param cost what each call takes of it; 1 where calls differ
 */
record TrueLimit(Limit limit, Rule owner, long cost) {
    /** Returns the tightest, or null if the rule holds nothing back. */
    static @Nullable TrueLimit of(Rule rule, Configuration configuration) {
        TrueLimit tightest = null;
        for (Rule charged : charged(rule, configuration)) {
            for (Limit limit : isOnlyCounted(charged, rule) ? List.<Limit>of() : charged.limits()) {
                TrueLimit candidate = new TrueLimit(limit, charged, costOfAll(limit));
                if (candidate.cost > 0 && (tightest == null || candidate.isTighterThan(tightest))) {
                    tightest = candidate;
                }
            }
        }
        return tightest;
    }

    /** Returns the rule and those whose limits its calls take too, each once; none of those that are off. */
    static Set<Rule> charged(Rule rule, Configuration configuration) {
        Set<Rule> charged = new LinkedHashSet<>();
        collect(rule, configuration, charged);
        return charged;
    }

    /** Returns true if {@code charged} only counts the calls of {@code rule}, which goes by other limits. */
    static boolean isOnlyCounted(Rule charged, Rule rule) {
        return charged.mode() == Mode.OBSERVE && rule.mode() == Mode.ENFORCE;
    }

    private static void collect(Rule rule, Configuration configuration, Set<Rule> charged) {
        if (rule.mode() == Mode.OFF || !charged.add(rule)) {
            return;
        }
        for (Rule other : configuration.rules()) {
            if (rule.also().contains(other.name())) {
                collect(other, configuration, charged);
            }
        }
    }

    /** What every call costs, if the first cost that is given is for all calls. */
    private static long costOfAll(Limit limit) {
        if (limit.costs().isEmpty()) {
            return 1;
        }
        Limit.Cost first = limit.costs().get(0);
        return Words.of(first.match()).isEmpty() ? first.tokens() : 1;
    }

    private boolean isTighterThan(TrueLimit other) {
        return tokens().multiply(other.nanos()).compareTo(other.tokens().multiply(nanos())) < 0;
    }

    private BigInteger tokens() {
        return BigInteger.valueOf(limit.bandwidth().getRefillTokens());
    }

    /** In which {@link #tokens} calls may go. */
    private BigInteger nanos() {
        return BigInteger.valueOf(limit.bandwidth().getRefillPeriodNanos()).multiply(BigInteger.valueOf(cost));
    }

    /** {@code at most 10/s because of line 14}. */
    String text(Rule asked, Configuration configuration) {
        BigInteger common = tokens().gcd(BigInteger.valueOf(cost));
        String rate = Numbers.rate(tokens().divide(common), nanos().divide(common));
        List<KeyPart> own = limit.key();
        List<KeyPart> key = own == null ? owner.key() : own;
        String each = key.isEmpty() ? "" : " for each " + Words.of(key);
        String whose = owner.equals(asked) ? "" : " (" + owner.name() + ")";
        String enforced = asked.mode() == Mode.OBSERVE ? "nothing, calls are only counted; enforced: " : "";
        return enforced + "at most " + rate + each + " because of line " + configuration.lineOf(limit) + whose;
    }
}
