package dev.headgate.throttle;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.match.HttpReader;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How many retries of one rule this process lets go: a share of the first attempts of the last ten seconds, and a few besides
 * (the retry budget of Finagle and Linkerd, with Google SRE's ratio). Looked at only while calls fail on the wire: what was
 * rejected here never counts, so that the budget cannot keep itself used up. Thread-safe; a first attempt takes no lock.
 */
final class RetryBudget {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int WINDOW_SECONDS = 10;
    private static final long WINDOW_NANOS = WINDOW_SECONDS * SECOND_NANOS;

    /** First attempts are counted for the second in which they went to within this. */
    private static final long FLUSH_NANOS = SECOND_NANOS / 10;

    private static final long PERMILLE = 1_000;

    /** More cannot go, and products of it do not overflow. */
    private static final long MOST_PER_SECOND = 1_000_000_000;

    private final RetryTerms terms;
    private final TimeMeter clock;
    private final RecentFailures failures;
    private final LongAdder fresh = new LongAdder();
    private final RecentCount firsts = new RecentCount(SECOND_NANOS);
    private final RecentCount retries = new RecentCount(SECOND_NANOS);

    /** The latest time that the counts were told; times of several threads are a little out of order. */
    private long latest;

    private volatile long flushedAt;
    private volatile boolean failed;
    private volatile long failedAt;

    private final Fate first = new Fate() {
        @Override
        public void went() {
            countFirst();
        }

        @Override
        public void stayed() {}
    };

    private final Fate likely = new Fate() {
        @Override
        public void went() {
            charge();
        }

        @Override
        public void stayed() {}
    };

    RetryBudget(RetryTerms terms, TimeMeter clock) {
        long now = clock.currentTimeNanos();
        this.terms = terms;
        this.clock = clock;
        this.failures = new RecentFailures(now);
        this.latest = now;
        this.flushedAt = now;
        firsts.add(now, 0);
        retries.add(now, 0);
    }

    /** A retry that was let go, and is given back if it stays after all. */
    private final class Spent implements Fate {
        private final long at;

        Spent(long at) {
            this.at = at;
        }

        @Override
        public void went() {}

        @Override
        public void stayed() {
            takeBack(at);
        }
    }

    RetryTerms terms() {
        return terms;
    }

    /** Returns whether a call failed on the wire in the last ten seconds. */
    boolean isWatching() {
        return failed && clock.currentTimeNanos() - failedAt < WINDOW_NANOS;
    }

    /** Tells whether a request repeats one that failed. */
    <R> Repetition read(HttpReader<R> reader, R request) {
        if (RetryMarks.isRetry(reader, request)) {
            return Repetition.CERTAIN;
        }
        long now = clock.currentTimeNanos();
        for (int kind = 0; kind < RetryMarks.ids(); kind++) {
            String id = RetryMarks.id(reader, request, kind);
            if (id != null && failures.contains(Fingerprint.ofId(kind, id), now)) {
                return Repetition.CERTAIN;
            }
        }
        return failures.contains(Fingerprint.ofUrl(reader, request), now) ? Repetition.LIKELY : Repetition.NONE;
    }

    /** A call failed on the wire. */
    void failed() {
        failedAt = clock.currentTimeNanos();
        failed = true;
    }

    /** The same of a call with a request, by which it is known again. */
    <R> void failed(HttpReader<R> reader, R request) {
        failed();
        long now = failedAt;
        failures.add(Fingerprint.ofUrl(reader, request), now);
        for (int kind = 0; kind < RetryMarks.ids(); kind++) {
            String id = RetryMarks.id(reader, request, kind);
            if (id != null) {
                failures.add(Fingerprint.ofId(kind, id), now);
            }
        }
    }

    /** Returns what shall hear whether such a call goes; null if it is a retry, and as many went as may. */
    @Nullable
    Fate begin(Repetition repetition) {
        return switch (repetition) {
            case NONE -> first;
            case LIKELY -> likely;
            case CERTAIN -> spend();
        };
    }

    /** The same of a call that goes in any case. */
    Fate goes(Repetition repetition) {
        return repetition == Repetition.NONE ? first : likely;
    }

    /** Returns after what time a retry may go if nobody else calls, in nanoseconds; at least 1. */
    synchronized long comeBackNanos() {
        long now = turn();
        // When nothing has failed for so long, nobody asks any more.
        long comeBack = failedAt + WINDOW_NANOS - now;
        for (int seconds = WINDOW_SECONDS; seconds > 0; seconds--) {
            if (fits(retries.left(now, seconds), firsts.left(now, seconds))) {
                comeBack = Math.min(comeBack, retries.ticksUntil(now, seconds));
            }
        }
        return Math.max(1, comeBack);
    }

    private synchronized @Nullable Fate spend() {
        long now = turn();
        boolean free = !failed || now - failedAt >= WINDOW_NANOS;
        if (!free && !fits(retries.sum(now), firsts.sum(now))) {
            return null;
        }
        retries.add(now, 1);
        return new Spent(now);
    }

    private synchronized void takeBack(long at) {
        retries.addAt(turn(), at, -1);
    }

    private synchronized void charge() {
        retries.add(turn(), 1);
    }

    private boolean fits(long retried, long first) {
        long more = Math.min(MOST_PER_SECOND, terms.minPerSecond()) * WINDOW_SECONDS;
        return (retried - more) * PERMILLE < terms.ratioPermille() * first;
    }

    private void countFirst() {
        if (clock.currentTimeNanos() - flushedAt >= FLUSH_NANOS) {
            flush();
        }
        fresh.increment();
    }

    private synchronized void flush() {
        turn();
    }

    /** Counts the first attempts that have come since, for when they did, and turns to now. */
    private long turn() {
        firsts.add(latest, fresh.sumThenReset());
        latest += Math.max(0, clock.currentTimeNanos() - latest);
        firsts.add(latest, 0);
        flushedAt = latest;
        return latest;
    }
}
