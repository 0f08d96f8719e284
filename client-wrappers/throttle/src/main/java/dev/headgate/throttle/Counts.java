package dev.headgate.throttle;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens at one downstream. Thread-safe, without locks. */
final class Counts {
    final LongAdder offered = new LongAdder();
    final LongAdder admitted = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder cancelled = new LongAdder();
    final LongAdder failedOpen = new LongAdder();
    final LongAdder held = new LongAdder();
    final LongAdder owed = new LongAdder();
    final LongAdder wouldHold = new LongAdder();
    final LongAdder wouldReject = new LongAdder();
    final LongAdder overloaded = new LongAdder();
    final LongAdder pauses = new LongAdder();
    final LongAdder cuts = new LongAdder();
    final LongAdder retriesRejected = new LongAdder();
    final LongAccumulator longestWait = new LongAccumulator(Math::max, 0);

    Tally tally(Rule rule, int waiting, Pace pace) {
        return new Tally(
                rule.name(),
                rule.mode(),
                offered.sum(),
                admitted.sum(),
                rejected.sum(),
                cancelled.sum(),
                failedOpen.sum(),
                waiting,
                held.sum(),
                longestWait.get(),
                owed.sum(),
                wouldHold.sum(),
                wouldReject.sum(),
                overloaded.sum(),
                pauses.sum(),
                cuts.sum(),
                retriesRejected.sum(),
                PaceWatch.permille(pace),
                pace.pausedNanos());
    }
}
