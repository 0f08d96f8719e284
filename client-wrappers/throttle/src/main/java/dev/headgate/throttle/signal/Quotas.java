package dev.headgate.throttle.signal;

/**
 * What the headers of one response say of quotas that are used up: when there is more, and which header says so. Not
 * thread-safe.
 */
final class Quotas {
    private static final long UNKNOWN = -1;
    private static final long ABSENT = -2;

    private final HeaderLines lines;
    private final ReferenceClock clock;
    private final NumberMeaning resetMeaning;

    /** Of a call that was turned away, a quota that does not say what is left is taken for used up. */
    private final boolean turnedAway;

    private boolean exhausted;
    private long delay;
    private String source = "";

    /** @param fresh whether the response comes from the server itself, not from a cache */
    Quotas(HeaderLines lines, ReferenceClock clock, NumberMeaning resetMeaning, boolean turnedAway, boolean fresh) {
        this.lines = lines;
        this.clock = clock;
        this.resetMeaning = resetMeaning;
        this.turnedAway = turnedAway;
        if (fresh) {
            readStructured(HeaderNames.RATELIMIT);
        }
        boolean told = delay > 0 || readResetAfter();
        for (ResetFamily family : ResetFamily.ALL) {
            if (isUsedUp(family) && !told) {
                readResets(family);
            }
        }
        if (!told) {
            readStructured(HeaderNames.ZENDESK);
        }
        if (delay == 0) {
            readShopify();
        }
    }

    /** Returns whether one is said to be used up. */
    boolean isExhausted() {
        return exhausted;
    }

    /** Returns for how many milliseconds; 0: it is not said. */
    long delay() {
        return delay;
    }

    /** Returns the header that said so, in lower case; empty if none did. */
    String source() {
        return source;
    }

    private void readStructured(String name) {
        QuotaField field = new QuotaField(clock);
        for (int i = lines.find(name, 0); i >= 0; i = lines.find(name, i + 1)) {
            field.read(lines.value(i));
        }
        exhausted |= field.isExhausted();
        told(field.delay(), name);
    }

    private boolean readResetAfter() {
        if (isUsedUp(ResetFamily.X_RATELIMIT)) {
            readLongest(HeaderNames.RESET_AFTER, NumberMeaning.SECONDS_OR_EPOCH);
        }
        return delay > 0;
    }

    private void readResets(ResetFamily family) {
        for (String reset : family.resets()) {
            readLongest(reset, resetMeaning);
        }
    }

    private void readLongest(String name, NumberMeaning meaning) {
        for (int i = lines.find(name, 0); i >= 0; i = lines.find(name, i + 1)) {
            told(TimeValues.delay(lines.value(i), meaning, clock), name);
        }
    }

    private boolean isUsedUp(ResetFamily family) {
        long remaining = remaining(family.remaining());
        exhausted |= remaining == 0;
        return remaining == 0 || remaining == ABSENT && turnedAway;
    }

    /** The least that any line says; one below 0 says nothing. */
    private long remaining(String name) {
        long least = ABSENT;
        for (int i = lines.find(name, 0); i >= 0; i = lines.find(name, i + 1)) {
            Cursor cursor = new Cursor(lines.value(i));
            cursor.skipSpaces();
            Decimal number = Decimal.read(cursor);
            if (number != null) {
                least = least < 0 ? number.over(1) : Math.min(least, number.over(1));
            } else if (least == ABSENT) {
                least = UNKNOWN;
            }
        }
        return least;
    }

    /** A leaky bucket that leaks a twentieth of its size a second: {@code used/size}. */
    private void readShopify() {
        for (int i = lines.find(HeaderNames.SHOPIFY, 0); i >= 0; i = lines.find(HeaderNames.SHOPIFY, i + 1)) {
            Cursor cursor = new Cursor(lines.value(i).strip());
            int used = cursor.digits(1, 6);
            int size = cursor.take('/') ? cursor.digits(1, 6) : -1;
            if (cursor.atEnd() && size > 0 && used >= size) {
                exhausted = true;
                long above = used - size + 1;
                told((above * 20_000 + size - 1) / size, HeaderNames.SHOPIFY);
            }
        }
    }

    private void told(long millis, String name) {
        if (millis > delay) {
            delay = millis;
            source = name;
        }
    }
}
