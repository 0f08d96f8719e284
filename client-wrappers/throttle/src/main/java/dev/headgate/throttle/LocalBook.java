package dev.headgate.throttle;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.BucketConfiguration;
import dev.headgate.limiter.Buckets;
import dev.headgate.limiter.ConfigurationBuilder;
import dev.headgate.limiter.LocalBucketBuilder;
import dev.headgate.limiter.TokensInheritanceStrategy;
import dev.headgate.throttle.key.Key;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The schedules of one budget in this process. Thread-safe. */
public final class LocalBook implements Ledger.Book {
    private final Budget budget;
    private final @Nullable RulePacer pacer;
    private final @Nullable LocalAccount only;
    private final @Nullable Buckets<Key> buckets;

    /** @param pacer null if nothing that becomes of calls changes anything */
    LocalBook(Budget budget, LocalBucketBuilder builder, @Nullable RulePacer pacer) {
        this.budget = budget;
        this.pacer = pacer;
        this.only = budget.key().isEmpty() ? new LocalAccount(builder.build(), budget.isLead(), pacer) : null;
        this.buckets = only == null ? builder.buildKeyed(budget.rule().maxKeys()) : null;
        if (pacer != null && budget.isLead()) {
            pacer.lead(single().pacing(), Pacer.tightest(budget.bandwidths()));
        }
    }

    @Override
    public LocalAccount account(Key key) {
        return buckets == null ? single() : new LocalAccount(buckets.get(key), false, pacer);
    }

    /** Returns whether this schedule is the one that all keys share for which there is no room. */
    public boolean isOverflow(LocalAccount account) {
        return buckets != null && account.bucket() == buckets.getOverflow();
    }

    /**
     * Decides from now on for another ledger, with this process's part of the limits: pauses and the pace of the rule hold here,
     * the pace as that of one process of several. What was used stays used, as far as the new limits can hold it; slots that
     * were given stand.
     *
     * @param limits of the same kinds as the budget's
     * @param live how many processes share them, 1 or more
     */
    public void standIn(List<Bandwidth> limits, long live) {
        replace(limits, TokensInheritanceStrategy.AS_IS);
        if (pacer != null && budget.isLead()) {
            pacer.standIn(Pacer.tightest(limits), live);
        }
    }

    /**
     * Decides no more, but hears and counts: all pauses and the pace end here, the other ledger has them. What was used stays
     * used.
     *
     * @param limits of the same kinds as the budget's, as a check
     */
    public void watch(List<Bandwidth> limits) {
        replace(limits, TokensInheritanceStrategy.ADDITIVE);
        watch();
    }

    void watch() {
        if (pacer != null && budget.isLead()) {
            pacer.watch();
        } else if (buckets != null) {
            buckets.lift();
        }
    }

    private void replace(List<Bandwidth> limits, TokensInheritanceStrategy strategy) {
        ConfigurationBuilder configuration = BucketConfiguration.builder().allowNoLimit();
        limits.forEach(configuration::addLimit);
        if (buckets == null) {
            single().bucket().replaceConfiguration(configuration.build(), strategy);
        } else {
            buckets.replaceConfiguration(configuration.build(), strategy);
        }
    }

    private LocalAccount single() {
        return Objects.requireNonNull(only);
    }
}
