package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import java.util.List;

/** What one process may take while Redis cannot be asked, worked out as the ledger on Redis does. Immutable. */
public final class ProcessShare {
    private static final int WHOLE = 100;
    private static final long LARGEST_CALL = 1;

    private final Share share;

    /** The part of one process of {@code live}. */
    public ProcessShare(int live) {
        this.share = Share.of(WHOLE, live);
    }

    /** Returns this part of each limit. */
    public List<Bandwidth> of(List<Bandwidth> limits) {
        return limits.stream().map(limit -> share.of(limit, LARGEST_CALL)).toList();
    }

    /** Returns for how long, at most, a process keeps its calls back when it begins to live on its part. */
    public long openingNanos(List<Bandwidth> limits) {
        return limits.stream()
                .mapToLong(limit -> share.openingNanos(limit, LARGEST_CALL))
                .max()
                .orElse(0);
    }
}
