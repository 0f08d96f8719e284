package dev.headgate.throttle;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets people see what the downstream of one rule goes through: counts it, and says when it begins and ends. Thread-safe.
 */
final class Troubles {
    private static final String PAUSED = "HG-501";
    private static final String RETRIES = "HG-503";
    private static final long RETRIES_CALM_NANOS = 10_000_000_000L;

    private final RuleThrottle throttle;
    private final PauseLog pauses;
    private final AtomicBoolean toldSoft = new AtomicBoolean();
    private final Sparing warnings;
    private final Spell retries;
    private final PaceWatch pace;

    /** A pause of the rule of which it is not known yet whether it began. */
    private volatile @Nullable Guess guess;

    private record Guess(Request request, String why, long until) {}

    Troubles(RuleThrottle throttle) {
        this.throttle = throttle;
        this.pauses = new PauseLog(throttle.machinery().clock());
        this.warnings = new Sparing(throttle.machinery().clock());
        this.retries = new Spell(throttle.machinery().clock(), RETRIES_CALM_NANOS);
        this.pace = new PaceWatch(throttle);
    }

    PaceWatch pace() {
        return pace;
    }

    /**
     * The downstream ordered a pause.
     *
     * @param cut whether it ordered a longer one
     * @param warn whether it turned a call away, too
     */
    void ordered(PauseScope whose, String why, long nanos, boolean cut, boolean warn) {
        if (pauses.begins(whose, why, nanos)) {
            throttle.counts().pauses.increment();
            tellPause(whose, why, nanos, cut, warn);
        }
    }

    private void tellPause(PauseScope whose, String why, long nanos, boolean cut, boolean warn) {
        if (warn ? warnings.isDue() : !toldSoft.get()) {
            String line = PauseWords.begins(throttle.rule(), why, whose, nanos, cut);
            if (warn) {
                throttle.machinery().warnEachTime(PAUSED, line);
            } else if (toldSoft.compareAndSet(false, true)) {
                throttle.machinery().tell(line + ". This is told once, later ones are counted");
            }
        }
    }

    /**
     * A pause is due that nobody ordered, if the ledger thinks so, too: one of the rule it may find needless, and one that is far
     * away says only later what it thinks.
     */
    void made(Request request, PauseScope whose, String why, long nanos) {
        if (nanos == 0) {
            return;
        }
        if (!whose.isRule() || isPaused(request)) {
            ordered(whose, why, nanos, false, true);
        } else if (request.isFar()) {
            guess = new Guess(request, why, throttle.machinery().now() + nanos);
        }
    }

    /** Something happened by which it may show whether a pause really began. Never throws. */
    void confirm() {
        Guess open = guess;
        if (open != null) {
            try {
                confirm(open);
            } catch (Throwable broken) {
                throttle.tellBroken(broken);
            }
        }
    }

    private void confirm(Guess open) {
        long left = open.until() - throttle.machinery().now();
        if (left <= 0) {
            guess = null;
        } else if (isPaused(open.request())) {
            guess = null;
            ordered(PauseScope.RULE, open.why(), left, false, true);
        }
    }

    private boolean isPaused(Request request) {
        return throttle.ledger().pausedNanos(request, List.of()) > 0;
    }

    /** A call failed, or a pause was ordered. */
    void trouble(Request request) {
        confirm();
        pace.trouble(request);
    }

    /** A call was served. */
    void served() {
        confirm();
        pace.served();
    }

    /** A retry was rejected because too many went before it. */
    void retryRejected(Rejection rejection) {
        if (retries.begins()) {
            throttle.machinery()
                    .warnEachTime(
                            RETRIES,
                            rejection.message() + ". A retry was rejected; more are only counted, until none was for "
                                    + Wording.time(RETRIES_CALM_NANOS));
        }
    }

    /** Returns why such a call pauses, or null if that is not known here. */
    @Nullable
    String why(Request request) {
        String ofRule = pauses.why(PauseScope.RULE);
        return ofRule == null ? pauses.why(PauseScope.ofKey(request)) : ofRule;
    }
}
