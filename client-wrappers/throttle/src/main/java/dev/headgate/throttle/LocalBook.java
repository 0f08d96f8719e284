package dev.headgate.throttle;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.BucketConfiguration;
import dev.headgate.limiter.Buckets;
import dev.headgate.limiter.ConfigurationBuilder;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.LocalBucketBuilder;
import dev.headgate.limiter.TokensInheritanceStrategy;
import dev.headgate.throttle.key.Key;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The schedules of one budget in this process. Thread-safe. */
public final class LocalBook implements Ledger.Book {
    private final Pause pause;
    private final @Nullable LocalAccount only;
    private final @Nullable Buckets<Key> buckets;

    LocalBook(Budget budget, LocalBucketBuilder builder, Pause pause) {
        this.pause = pause;
        this.only = budget.key().isEmpty() ? new LocalAccount(builder.build(), pause) : null;
        this.buckets = only == null ? builder.buildKeyed(budget.rule().maxKeys()) : null;
    }

    @Override
    public LocalAccount account(Key key) {
        return buckets == null ? single() : new LocalAccount(buckets.get(key), pause);
    }

    /** Returns whether this schedule is the one that all keys share for which there is no room. */
    public boolean isOverflow(LocalAccount account) {
        return buckets != null && account.bucket() == buckets.getOverflow();
    }

    /**
     * Takes other limits of the same kinds from now on. What was used stays used, as far as the new limits can hold it; slots
     * that were given stand.
     *
     * @param strategy {@code ADDITIVE} if they are wider, {@code AS_IS} if they are narrower
     */
    public void replace(List<Bandwidth> limits, TokensInheritanceStrategy strategy) {
        ConfigurationBuilder configuration = BucketConfiguration.builder();
        limits.forEach(configuration::addLimit);
        if (buckets == null) {
            LocalBucket bucket = single().bucket();
            bucket.replaceConfiguration(configuration.build(), strategy);
        } else {
            buckets.replaceConfiguration(configuration.build(), strategy);
        }
    }

    private LocalAccount single() {
        return Objects.requireNonNull(only);
    }
}
