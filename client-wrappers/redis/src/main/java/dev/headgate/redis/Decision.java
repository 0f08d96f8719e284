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
     * @param readNanos when the reply was read, on the clock of whoever read it; 0: not told
     */
    record Slot(long waitMicros, int schedule, long[] ticket, long readNanos) implements Decision {
        Slot(long waitMicros, int schedule, long[] ticket) {
            this(waitMicros, schedule, ticket, 0);
        }

        Slot readAt(long nanos) {
            return new Slot(waitMicros, schedule, ticket, nanos);
        }
    }

    /**
     * Nothing was taken.
     *
     * @param comeBackMicros after what time the call would go at once if nobody else called; 0 only for {@link Ask#LOOK}
     * @param schedule which schedule stands against it longest
     * @param limit which limit of that schedule; -1 if it is a pause, -2 if it is the pace
     */
    record Refused(long comeBackMicros, int schedule, int limit) implements Decision {}
}
