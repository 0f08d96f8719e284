package dev.headgate.boot;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What passed the gate: for each seam how often it was entered and failed, for each downstream what became of the calls offered
 * to it. Thread-safe; numbers that are read while calls go on may be a call apart.
 */
public final class Stats {
    /** A seam is switched off at this many failures. */
    public static final int FAILURES_UNTIL_OFF = 3;

    private static final Row[] NO_ROWS = {};

    private static volatile Seam[] seams = {};
    private static volatile @Nullable Rows rows;

    private Stats() {}

    /** Gives the numbers of downstreams. Must not block. */
    public interface Rows {
        Row[] now();
    }

    /** Makes room for seams numbered from 0; once, before the gate is installed. */
    public static void seams(int count) {
        Seam[] fresh = new Seam[count];
        for (int i = 0; i < count; i++) {
            fresh[i] = new Seam();
        }
        seams = fresh;
    }

    /** Returns the seam of that number, or null if there is none. */
    public static @Nullable Seam seam(int site) {
        Seam[] all = seams;
        return site >= 0 && site < all.length ? all[site] : null;
    }

    /** Sets where {@link #rows} reads. */
    public static void rowsFrom(Rows source) {
        rows = source;
    }

    /** Returns one row for each downstream; none as long as no file is in force. */
    public static Row[] rows() {
        Rows source = rows;
        return source == null ? NO_ROWS : source.now();
    }

    /** The counts of one seam. */
    public static final class Seam {
        private final LongAdder entered = new LongAdder();
        private final LongAdder failedOpen = new LongAdder();
        final Strikes entering = new Strikes();
        final Strikes ending = new Strikes();

        Seam() {}

        /** Returns how many calls came to the seam; those within the agent's own work do not count. */
        public long entered() {
            return entered.sum();
        }

        /** Returns how many calls went on because the agent failed. */
        public long failedOpen() {
            return failedOpen.sum();
        }

        /** Returns true if it failed too often and lets all calls through. */
        public boolean off() {
            return entering.off() || ending.off();
        }

        void countEntered() {
            entered.increment();
        }

        /**
         * Returns true if this failure switched the seam off. An interrupt, a full heap or a full stack is no fault of the seam:
         * no strike.
         */
        boolean countFailed(Strikes of, boolean strike) {
            failedOpen.increment();
            return strike && of.count();
        }
    }

    /** The failures of one half of a seam: before the method, or after it. */
    static final class Strikes {
        private final AtomicInteger failures = new AtomicInteger();
        private volatile boolean off;

        boolean off() {
            return off;
        }

        /** Returns true if this was one too many. */
        boolean count() {
            if (failures.incrementAndGet() != FAILURES_UNTIL_OFF) {
                return false;
            }
            off = true;
            return true;
        }
    }

    /** What became of the calls that were offered to one downstream. Immutable. */
    public static final class Row {
        /** The rule's name. */
        public final String downstream;
        /** {@link #admitted} + {@link #rejected} + {@link #cancelled} + {@link #failedOpen} + {@link #waiting}. */
        public final long offered;

        public final long admitted;
        public final long rejected;
        public final long cancelled;
        public final long failedOpen;
        /** Calls that wait now. */
        public final long waiting;
        /** Calls that had to wait. */
        public final long held;
        /** The longest wait in nanoseconds. */
        public final long longestWaitNanos;
        /** True if calls are only watched ({@code mode: observe}); only then the two numbers below mean something. */
        public final boolean observed;
        /** Calls that would have had to wait. */
        public final long wouldHold;
        /** Calls that would have been rejected. */
        public final long wouldReject;

        public Row(
                String downstream,
                long offered,
                long admitted,
                long rejected,
                long cancelled,
                long failedOpen,
                long waiting,
                long held,
                long longestWaitNanos,
                boolean observed,
                long wouldHold,
                long wouldReject) {
            this.downstream = downstream;
            this.offered = offered;
            this.admitted = admitted;
            this.rejected = rejected;
            this.cancelled = cancelled;
            this.failedOpen = failedOpen;
            this.waiting = waiting;
            this.held = held;
            this.longestWaitNanos = longestWaitNanos;
            this.observed = observed;
            this.wouldHold = wouldHold;
            this.wouldReject = wouldReject;
        }
    }
}
