package dev.headgate.it.storms;

/** What a program does against storms. The first ones are what programs do without Headgate. */
public enum Strategy {
    /** Repeats at once, four attempts. */
    NAIVE("naive", RetryLoop.NAIVE, Guard.NONE),
    /** Exponential back-off with full jitter. */
    JITTER("jitter", RetryLoop.FULL_JITTER, Guard.NONE),
    /** The same, and believes {@code Retry-After}. */
    JITTER_RETRY_AFTER("jitter-retry-after", RetryLoop.FULL_JITTER_RETRY_AFTER, Guard.NONE),
    /** Every process limits itself to the whole capacity; repeats after half a second. */
    LOCAL_WHOLE("local-whole", RetryLoop.FIXED, Guard.LOCAL_WHOLE),
    /** Every process limits itself to its part of the capacity; repeats after half a second. */
    LOCAL_SHARE("local-share", RetryLoop.FIXED, Guard.LOCAL_SHARE),
    /** The same with nine tenths of the part. */
    LOCAL_SHARE_90("local-share-90", RetryLoop.FIXED, Guard.LOCAL_SHARE_90),
    /** One limit for the fleet and nothing else, over the naive program. */
    FLEET_LIMIT("fleet-limit", RetryLoop.NAIVE, Guard.FLEET_LIMIT),
    /** Headgate with {@code adaptive: false}, over the naive program. */
    NOT_ADAPTIVE("not-adaptive", RetryLoop.NAIVE, Guard.NOT_ADAPTIVE),
    /** The same with {@code floor: 0} besides: pauses only where one is ordered. */
    NO_GUESSES("no-guesses", RetryLoop.NAIVE, Guard.NO_GUESSES),
    /** Headgate as it is, over the naive program. */
    HEADGATE("headgate", RetryLoop.NAIVE, Guard.HEADGATE),
    /** The same over a naive program whose client marks what it repeats, as SDKs do. */
    HEADGATE_MARKED("headgate-marked", RetryLoop.NAIVE, Guard.HEADGATE_MARKED);

    /** What stands before the client. */
    enum Guard {
        NONE,
        LOCAL_WHOLE,
        LOCAL_SHARE,
        LOCAL_SHARE_90,
        FLEET_LIMIT,
        NOT_ADAPTIVE,
        NO_GUESSES,
        HEADGATE,
        HEADGATE_MARKED
    }

    private final String label;
    private final RetryLoop retries;
    private final Guard guard;

    Strategy(String label, RetryLoop retries, Guard guard) {
        this.label = label;
        this.retries = retries;
        this.guard = guard;
    }

    /** Returns its name in reports. */
    public String label() {
        return label;
    }

    RetryLoop retries() {
        return retries;
    }

    Guard guard() {
        return guard;
    }
}
