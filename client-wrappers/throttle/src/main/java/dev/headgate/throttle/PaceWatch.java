package dev.headgate.throttle;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Watches at which pace the calls of one rule come back, from the first sign of trouble until all is as before, and tells when
 * it is cut and when it is over. Thread-safe; while there is no trouble it is one look at a field.
 */
final class PaceWatch {
    private static final String CUT = "HG-502";
    private static final long LOOK_NANOS = 100_000_000;
    private static final long LINE_NANOS = 1_000_000_000;

    /** A ledger that is far away may not know at once what trouble it was told of. */
    private static final long HEARSAY_NANOS = 2_000_000_000;

    private static final long PERMILLE = 1_000;

    private final RuleThrottle throttle;

    /** What the latest call in trouble took; null: there is no trouble. */
    private volatile @Nullable Request watched;

    private volatile long lookAt;
    private long troubleAt;
    private boolean engaged;
    private long lastMilli;
    private boolean told;
    private long toldAt;

    PaceWatch(RuleThrottle throttle) {
        this.throttle = throttle;
    }

    /** What the latest call took that was in trouble; null if there is none. */
    @Nullable
    Request watched() {
        return watched;
    }

    /** A call failed, or a pause was ordered. */
    synchronized void trouble(Request request) {
        long now = throttle.machinery().now();
        troubleAt = now;
        watched = request;
        look(now);
    }

    /** A call was served. */
    void served() {
        if (watched != null && throttle.machinery().now() - lookAt >= 0) {
            lookAgain();
        }
    }

    private synchronized void lookAgain() {
        long now = throttle.machinery().now();
        if (now - lookAt >= 0) {
            look(now);
        }
    }

    private void look(long now) {
        Request request = watched;
        if (request == null) {
            return;
        }
        lookAt = now + LOOK_NANOS;
        Pace pace = throttle.ledger().paceOf(request);
        if (pace.engaged()) {
            long before = engaged ? lastMilli : pace.beforeMilli();
            engaged = true;
            lastMilli = pace.milli();
            if (pace.milli() < before) {
                cut(pace, now);
            }
        } else if (pace.pausedNanos() == 0 && now - troubleAt >= (engaged ? 0 : HEARSAY_NANOS)) {
            watched = null;
            if (engaged) {
                engaged = false;
                throttle.machinery()
                        .tell(throttle.rule().name()
                                + ": its calls are served as before; nothing holds them any more but the limits");
            }
        }
    }

    private void cut(Pace pace, long now) {
        throttle.counts().cuts.increment();
        if (told && now - toldAt < LINE_NANOS) {
            return;
        }
        told = true;
        toldAt = now;
        throttle.machinery()
                .warnEachTime(
                        CUT,
                        throttle.rule().name() + ": too many of its calls fail; they go " + words(pace)
                                + PauseWords.observed(throttle.rule()));
    }

    /** How fast calls go, for a sentence. */
    static String words(Pace pace) {
        return "one after the other, " + perSecond(pace.milli()) + " a second instead of "
                + perSecond(pace.beforeMilli());
    }

    /** The pace in thousandths of what went before; 1,000 if nothing holds calls back but the limits. */
    static long permille(Pace pace) {
        return pace.engaged() && pace.beforeMilli() > 0 ? pace.milli() * PERMILLE / pace.beforeMilli() : PERMILLE;
    }

    private static String perSecond(long milli) {
        int digits = milli < 10_000 ? 1 : 0;
        return BigDecimal.valueOf(milli, 3)
                .setScale(milli < PERMILLE ? 3 : digits, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
