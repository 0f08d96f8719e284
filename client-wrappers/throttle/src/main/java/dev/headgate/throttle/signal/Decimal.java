package dev.headgate.throttle.signal;

import org.jspecify.annotations.Nullable;

/**
 * A number without a sign. Whatever is more than fits is rounded up, so that no wait made of it is too short.
 *
 * @param whole at most {@link #MOST}, which stands for anything above too
 * @param billionths what stands behind the point, at most a billion
 */
record Decimal(long whole, int billionths) {
    static final long MOST = 1_000_000_000_000_000_000L;

    private static final int BILLION = 1_000_000_000;

    /** Reads digits, which may have a point and digits behind them; null and stays if there are none. */
    static @Nullable Decimal read(Cursor cursor) {
        if (!cursor.onDigit()) {
            return null;
        }
        long whole = 0;
        while (cursor.onDigit()) {
            int digit = cursor.next() - '0';
            whole = whole >= MOST / 10 ? MOST : 10 * whole + digit;
        }
        int point = cursor.at();
        if (!cursor.take('.') || !cursor.onDigit()) {
            cursor.back(point);
            return new Decimal(whole, 0);
        }
        return new Decimal(whole, fraction(cursor));
    }

    private static int fraction(Cursor cursor) {
        int billionths = 0;
        boolean more = false;
        for (int unit = BILLION / 10; cursor.onDigit(); unit /= 10) {
            int digit = cursor.next() - '0';
            billionths += digit * unit;
            more |= unit == 0 && digit > 0;
        }
        return more ? billionths + 1 : billionths;
    }

    boolean isZero() {
        return whole == 0 && billionths == 0;
    }

    /** Returns this many times {@code factor}, a small number, rounded up; at most {@link #MOST}. */
    long times(long factor) {
        if (whole > MOST / factor - 1) {
            return MOST;
        }
        return whole * factor + (billionths * factor + BILLION - 1) / BILLION;
    }

    /** Returns this over {@code divisor}, rounded up. */
    long over(long divisor) {
        return whole / divisor + (whole % divisor > 0 || billionths > 0 ? 1 : 0);
    }
}
