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
    private final Spell retries;
    private final PaceWatch pace;

    Troubles(RuleThrottle throttle) {
        this.throttle = throttle;
        this.pauses = new PauseLog(throttle.machinery().clock());
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
            String line = PauseWords.begins(throttle.rule(), why, whose, nanos, cut);
            if (warn) {
                throttle.machinery().warnEachTime(PAUSED, line);
            } else if (toldSoft.compareAndSet(false, true)) {
                throttle.machinery().tell(line + ". This is told once, later ones are counted");
            }
        }
    }

    /** A pause is due that nobody ordered; if the ledger thinks so, too. */
    void made(Request request, PauseScope whose, String why, long nanos) {
        if (nanos > 0 && throttle.ledger().pausedNanos(request, List.of()) > 0) {
            ordered(whose, why, nanos, false, true);
        }
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
