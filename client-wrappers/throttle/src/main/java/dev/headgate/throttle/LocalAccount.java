package dev.headgate.throttle;

import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.Pacing;
import org.jspecify.annotations.Nullable;

/** A schedule in this process: a bucket, and the pacer of its rule. Thread-safe. */
public final class LocalAccount implements LocalLedger.Backed {
    private final LocalBucket bucket;
    private final Pacing pacing;
    private final boolean lead;
    private final @Nullable RulePacer pacer;

    /** @param pacer null if nothing that becomes of calls changes anything */
    LocalAccount(LocalBucket bucket, boolean lead, @Nullable RulePacer pacer) {
        this.bucket = bucket;
        this.pacing = bucket.pacing();
        this.lead = lead;
        this.pacer = pacer;
    }

    @Override
    public LocalAccount near() {
        return this;
    }

    /** Returns what keeps the schedule. */
    public LocalBucket bucket() {
        return bucket;
    }

    /**
     * Takes over a pause of which another ledger was told. As all pauses here it ends a little later, if the ledger was given a
     * random generator; the same pause may be told again.
     *
     * @param nanos from now
     * @param probe whether one call tries then
     */
    public void pause(long nanos, boolean probe) {
        if (pacer == null || nanos <= 0) {
            return;
        }
        Feedback told = lead ? new Feedback(0, 0, 0, nanos, probe, 0) : new Feedback(0, 0, nanos, 0, probe, 0);
        pacer.report(told, lead ? null : pacing);
    }

    Pacing pacing() {
        return pacing;
    }

    /** Whether a call that takes nothing of it can be let go without a look at it. */
    boolean isOpen() {
        return !pacing.isRestrained();
    }

    @Nullable
    RulePacer pacer() {
        return pacer;
    }

    /** A call that is charged here was let go; less than 0: not after all. Each call counts once, where its rule is led. */
    public void went(long calls) {
        if (lead && pacer != null) {
            pacer.went(calls);
        }
    }
}
