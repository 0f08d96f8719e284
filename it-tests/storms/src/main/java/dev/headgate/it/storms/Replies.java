package dev.headgate.it.storms;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The words in which one downstream refuses. */
final class Replies {
    private static final long SECOND = 1_000_000_000;

    private final EventLoop loop;
    private final Trouble trouble;

    Replies(EventLoop loop, Trouble trouble) {
        this.loop = loop;
        this.trouble = trouble;
    }

    /** It is broken until its trouble is over. */
    Reply broken() {
        return refusal(trouble.kind() == Trouble.Kind.SPENT ? 429 : 503, trouble.to() - loop.seconds());
    }

    /** More calls wait already than it lets wait. */
    Reply full(Downstream downstream) {
        return refusal(503, downstream.queue() / downstream.capacity());
    }

    /** The quota of this second is used up. */
    Reply overQuota() {
        return new Reply(429, List.of("Retry-After", "1"), SECOND);
    }

    /** A good answer that says that nothing is left until the trouble is over. */
    Reply lastOne() {
        long seconds = (long) Math.ceil(trouble.to() - loop.seconds());
        return new Reply(
                200,
                List.of("X-RateLimit-Limit", "1", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "" + seconds),
                0);
    }

    private Reply refusal(int status, double seconds) {
        return switch (trouble.hint()) {
            case NONE -> status == 503 ? Reply.UNAVAILABLE : new Reply(status, List.of(), 0);
            case SECONDS -> {
                long whole = (long) Math.ceil(seconds);
                yield new Reply(status, List.of("Retry-After", Long.toString(whole)), whole * SECOND);
            }
            case DATE -> {
                long untilSecond = -Math.floorDiv(-(loop.currentTimeNanos() + EventLoop.nanos(seconds)), SECOND);
                String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        Instant.ofEpochSecond(untilSecond).atOffset(ZoneOffset.UTC));
                yield new Reply(status, List.of("Retry-After", date), untilSecond * SECOND - loop.currentTimeNanos());
            }
        };
    }
}
