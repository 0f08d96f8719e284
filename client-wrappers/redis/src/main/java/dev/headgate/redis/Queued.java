package dev.headgate.redis;

import org.jspecify.annotations.Nullable;

/** Something that is to be sent. */
abstract class Queued {
    /** What was queued before this, and later after it; belongs to the {@link Inbox}. */
    @Nullable
    Queued next;

    /** A slot that nobody wants any more. Nobody waits for the reply. */
    static final class Unwanted<S> extends Queued {
        final S schedule;
        final long[] ticket;

        Unwanted(S schedule, long[] ticket) {
            this.schedule = schedule;
            this.ticket = ticket;
        }
    }
}
