package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The budgets of a rule, one for each key, all on the same terms. Immutable. */
final class Schedules {
    private final String rule;
    private final List<String> parts;
    private final ScheduleTerms terms;

    /**
     * @param budget what tells this budget from others of the same rule; empty if it has one
     * @param revision of the file that says so, 0: it has none
     * @throws IllegalArgumentException if Redis cannot hold a limit, see {@link RedisNumbers#check}
     */
    Schedules(String prefix, String rule, List<String> budget, List<Bandwidth> limits, long revision) {
        this.rule = KeyNames.rule(prefix, rule);
        this.parts = List.copyOf(budget);
        this.terms = ScheduleTerms.of(limits, revision);
    }

    /**
     * Returns the schedule of a key.
     *
     * @param keyHash 128 bits in hexadecimal, null if the budget has no keys
     * @param observed whether nothing is enforced: then it has a state of its own
     */
    Schedule schedule(@Nullable String keyHash, boolean observed) {
        List<String> all = new ArrayList<>(parts);
        if (keyHash != null) {
            all.add(keyHash);
        }
        String key = KeyNames.budget(rule, all, observed);
        boolean bare = terms.kinds().isEmpty();
        return new Schedule(KeyNames.of(rule, observed), bare ? KeyNames.bare(key) : key, terms, keyHash == null);
    }
}
