package dev.headgate.throttle;

import dev.headgate.limiter.LocalBucket;

/** A schedule in this process: a bucket, and the pause of its rule. Thread-safe. */
public final class LocalAccount implements LocalLedger.Backed {
    private final LocalBucket bucket;
    private final Pause pause;

    LocalAccount(LocalBucket bucket, Pause pause) {
        this.bucket = bucket;
        this.pause = pause;
    }

    @Override
    public LocalAccount near() {
        return this;
    }

    /** Returns what keeps the schedule. */
    public LocalBucket bucket() {
        return bucket;
    }

    Pause pause() {
        return pause;
    }
}
