package dev.headgate.limiter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One bucket for each key, at most so many. When there is no room, a few keys are looked at in turn, and one whose bucket is as
 * good as new makes room: no eviction ever gives tokens back. If none of them is, the new key shares one overflow bucket with
 * all others that found no room, until there is some. Thread-safe; {@link #get} takes amortised constant time.
 *
 * <pre>{@code
 * Buckets<String> customers = Bucket.builder()
 *         .addLimit(Bandwidth.simple(100, Duration.ofSeconds(1)))
 *         .buildKeyed(10_000);
 * if (customers.get("acme").tryConsume(1)) { call(); }
 * }</pre>
 *
 * @param <K> the keys
 */
public final class Buckets<K> {
    /** How many keys a new one looks at for room. */
    private static final int LOOKS = 16;

    private final ConcurrentHashMap<K, BudgetBucket> byKey = new ConcurrentHashMap<>();
    private final BucketTerms terms;
    private final int maxKeys;
    private final BudgetBucket overflow;
    private final ReentrantLock growing = new ReentrantLock();

    /** The keys in the order in which they are looked at for room. */
    private final List<K> keys = new ArrayList<>();

    private int hand;
    private volatile BucketConfiguration configuration;

    Buckets(BucketConfiguration configuration, BucketTerms terms, int maxKeys) {
        this.maxKeys = (int) BandwidthDraft.positive("maxKeys", maxKeys);
        this.configuration = configuration;
        this.terms = terms;
        this.overflow = fresh();
    }

    private BudgetBucket fresh() {
        return new BudgetBucket(configuration, terms);
    }

    /** The bucket of this key, or the overflow bucket if there is no room for it. */
    public LocalBucket get(K key) {
        BudgetBucket known = byKey.get(Objects.requireNonNull(key, "key"));
        return known != null ? known : getOrAdd(key);
    }

    /** The bucket that all keys share for which there is no room. */
    public LocalBucket getOverflow() {
        return overflow;
    }

    /** How many keys have a bucket of their own. */
    public int size() {
        return byKey.size();
    }

    /** Takes other limits from now on, in every bucket. */
    public void replaceConfiguration(BucketConfiguration newConfiguration, TokensInheritanceStrategy strategy) {
        growing.lock();
        try {
            configuration = newConfiguration;
            overflow.replaceConfiguration(newConfiguration, strategy);
            for (BudgetBucket bucket : byKey.values()) {
                bucket.replaceConfiguration(newConfiguration, strategy);
            }
        } finally {
            growing.unlock();
        }
    }

    /** Ends every pause, probe and gap, in every bucket. */
    public void lift() {
        overflow.pacing().lift();
        for (BudgetBucket bucket : byKey.values()) {
            bucket.pacing().lift();
        }
    }

    private BudgetBucket getOrAdd(K key) {
        growing.lock();
        try {
            BudgetBucket known = byKey.get(key);
            if (known != null) {
                return known;
            }
            if (keys.size() < maxKeys) {
                keys.add(key);
            } else if (!makeRoom(key)) {
                return overflow;
            }
            BudgetBucket added = fresh();
            byKey.put(key, added);
            return added;
        } finally {
            growing.unlock();
        }
    }

    private boolean makeRoom(K key) {
        for (int i = Math.min(LOOKS, maxKeys); i > 0; i--) {
            int at = hand;
            hand = at + 1 == maxKeys ? 0 : at + 1;
            K old = keys.get(at);
            BudgetBucket bucket = byKey.get(old);
            if (bucket != null && bucket.retire(() -> getOrAdd(old))) {
                byKey.remove(old);
                keys.set(at, key);
                return true;
            }
        }
        return false;
    }
}
