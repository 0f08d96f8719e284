package dev.headgate.throttle.signal;

import org.jspecify.annotations.Nullable;

/**
 * Lines that say in the syntax of structured fields (RFC 9651) what is left of quotas: {@code RateLimit} as its drafts have it
 * from the eighth on ({@code "a";r=0;t=30}) and in the seventh ({@code remaining=0, reset=30}), and Zendesk's, whose parameters
 * are called as there. A line that is malformed counts as absent; others of its name stand. Not thread-safe.
 */
final class QuotaField {
    private final ReferenceClock clock;
    private Quota dictionary = Quota.UNKNOWN;
    private boolean exhausted;
    private long delay = TimeValues.NONE;

    QuotaField(ReferenceClock clock) {
        this.clock = clock;
    }

    /**
     * What is known of one quota. The least that any line leaves of it counts, and the latest end.
     *
     * @param left negative: unknown
     * @param reset milliseconds from now; negative: unknown
     */
    private record Quota(long left, long reset) {
        static final Quota UNKNOWN = new Quota(-1, -1);

        Quota with(String name, Decimal value, ReferenceClock clock) {
            return switch (name) {
                case "r", "remaining" -> new Quota(left < 0 ? value.over(1) : Math.min(left, value.over(1)), reset);
                case "t", "reset", "resets" ->
                    new Quota(
                            left,
                            Math.max(reset, clock.delayUntil(NumberMeaning.SECONDS_OR_EPOCH.moment(value, clock))));
                default -> this;
            };
        }
    }

    /** Returns whether a quota of these lines is used up. */
    boolean isExhausted() {
        return exhausted || dictionary.left == 0;
    }

    /** Returns the milliseconds until the last of those that are used up is not; negative if none is, or none says. */
    long delay() {
        return dictionary.left == 0 ? Math.max(delay, dictionary.reset) : delay;
    }

    void read(String line) {
        Cursor cursor = new Cursor(line.strip());
        Quota members = dictionary;
        boolean used = false;
        long latest = delay;
        do {
            cursor.skipSpaces();
            String key = key(cursor);
            Item value = key.isEmpty() || cursor.take('=') ? item(cursor) : Item.OTHER;
            if (value == null) {
                return;
            }
            if (value.number != null) {
                members = members.with(key, value.number, clock);
            }
            Quota quota = parameters(cursor);
            if (quota == null) {
                return;
            }
            if (quota.left == 0) {
                used = true;
                latest = Math.max(latest, quota.reset);
            }
            cursor.skipSpaces();
        } while (cursor.take(','));
        if (cursor.atEnd()) {
            dictionary = members;
            exhausted |= used;
            delay = latest;
        }
    }

    private @Nullable Quota parameters(Cursor cursor) {
        Quota quota = Quota.UNKNOWN;
        cursor.skipSpaces();
        while (cursor.take(';')) {
            cursor.skipSpaces();
            String name = key(cursor);
            Item value = cursor.take('=') ? item(cursor) : Item.OTHER;
            if (name.isEmpty() || value == null) {
                return null;
            }
            if (value.number != null) {
                quota = quota.with(name, value.number, clock);
            }
            cursor.skipSpaces();
        }
        return quota;
    }

    /** A value of which only a number matters. */
    private record Item(@Nullable Decimal number) {
        static final Item OTHER = new Item(null);
    }

    /** Reads a string, a byte sequence, a number or a token; null if it is none of these. */
    private static @Nullable Item item(Cursor cursor) {
        if (cursor.take('"')) {
            return string(cursor) ? Item.OTHER : null;
        }
        if (cursor.take(':')) {
            while (!cursor.atEnd()) {
                if (cursor.next() == ':') {
                    return Item.OTHER;
                }
            }
            return null;
        }
        if (cursor.take('-')) {
            return Decimal.read(cursor) == null ? null : Item.OTHER;
        }
        if (cursor.take('?')) {
            return cursor.digits(1, 1) < 0 ? null : Item.OTHER;
        }
        Decimal number = Decimal.read(cursor);
        if (number != null) {
            return new Item(number);
        }
        return key(cursor).isEmpty() ? null : Item.OTHER;
    }

    private static boolean string(Cursor cursor) {
        while (!cursor.atEnd()) {
            char c = cursor.next();
            if (c == '"') {
                return true;
            }
            if (c == '\\' && !cursor.take('"') && !cursor.take('\\')) {
                return false;
            }
        }
        return false;
    }

    /** Reads a key or a token, which begin with a letter or a star; empty if there is none. */
    private static String key(Cursor cursor) {
        StringBuilder key = new StringBuilder();
        if (cursor.onLetter() || cursor.peek() == '*') {
            while (cursor.onLetter() || cursor.onDigit() || !cursor.atEnd() && "*_-.:/".indexOf(cursor.peek()) >= 0) {
                key.append(cursor.next());
            }
        }
        return key.toString();
    }
}
