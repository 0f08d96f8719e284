package dev.headgate.throttle.signal;

/** Durations as Go prints them ({@code 5m45.6s}), in words ({@code 60 seconds}), and those of ISO 8601 below a day ({@code PT30S}). */
final class Durations {
    private Durations() {}

    /** Reads one that is all the text, in milliseconds, rounded up; -1 if it is none. */
    static long read(Cursor cursor) {
        if (cursor.take('P') && !cursor.take('T')) {
            return -1;
        }
        long total = 0;
        do {
            Decimal number = Decimal.read(cursor);
            cursor.skipSpaces();
            long part = number == null ? -1 : millis(number, cursor.word());
            if (part < 0) {
                return -1;
            }
            total = Math.min(total + part, Decimal.MOST);
            cursor.skipSpaces();
        } while (!cursor.atEnd());
        return total;
    }

    private static long millis(Decimal number, String unit) {
        return switch (unit) {
            case "h", "hr", "hrs", "hour", "hours" -> number.times(3_600_000);
            case "m", "min", "mins", "minute", "minutes" -> number.times(60_000);
            case "s", "sec", "secs", "second", "seconds" -> number.times(1_000);
            case "ms", "msec", "msecs", "millisecond", "milliseconds" -> number.over(1);
            case "us" -> number.over(1_000);
            case "ns" -> number.over(1_000_000);
            default -> -1;
        };
    }
}
