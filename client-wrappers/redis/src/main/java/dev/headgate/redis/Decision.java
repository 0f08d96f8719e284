package dev.headgate.redis;

/** What a script answered to one {@link Ask}. Immutable. Times are microseconds from the script's now, rounded up. */
sealed interface Decision {
    /**
     * All charges were taken; the call goes now.
     *
     * @param remaining what could still be taken now, in each limit
     */
    record Go(long remaining) implements Decision {}

    /**
     * One charge was taken, at a later time. The others were not.
     *
     * @param waitMicros how long until the slot
     * @param schedule which schedule of the ask was charged
     * @param ticket what {@link Cancel} needs; not a copy
     * @param probe whether its call tries alone whether a pause is over
     * @param readNanos when the reply was read, on the clock of whoever read it; 0: not told
     */
    record Slot(long waitMicros, int schedule, long[] ticket, boolean probe, long readNanos) implements Decision {
        Slot(long waitMicros, int schedule, long[] ticket) {
            this(waitMicros, schedule, ticket, false, 0);
        }

        Slot ofProbe() {
            return new Slot(waitMicros, schedule, ticket, true, readNanos);
        }

        Slot readAt(long nanos) {
            return new Slot(waitMicros, schedule, ticket, probe, nanos);
        }
    }

    /**
     * Nothing was taken.
     *
     * @param comeBackMicros after what time the call would go at once if nobody else called; 0 only for {@link Ask#LOOK}
     * @param schedule which schedule stands against it longest
     * @param limit which limit of that schedule, or {@link #BY_PAUSE} or {@link #BY_PACE}
     */
    record Refused(long comeBackMicros, int schedule, int limit) implements Decision {
        static final int BY_PAUSE = -1;
        static final int BY_PACE = -2;
    }
}
