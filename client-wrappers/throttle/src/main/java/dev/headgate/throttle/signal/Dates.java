package dev.headgate.throttle.signal;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Dates in milliseconds since the epoch: the three forms of HTTP (RFC 9110, 5.6.7), what JavaScript prints, and ISO 8601. Zones
 * are UTC by any of its names, or an offset; without one it is UTC. A weekday is not held against the date.
 */
final class Dates {
    static final long NONE = Long.MIN_VALUE;

    private static final String[] WEEKDAYS = {
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"
    };
    private static final String[] MONTHS = {
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december"
    };
    private static final long MINUTE = 60_000;
    private static final long DAY = 1_440 * MINUTE;
    private static final long YEAR = 31_556_952_000L;

    private final Cursor cursor;
    private final long nowMillis;
    private int year = -1;
    private int month = -1;
    private int day = -1;
    private long time = -1;
    private long offset;
    private boolean zoned;

    private Dates(Cursor cursor, long nowMillis) {
        this.cursor = cursor;
        this.nowMillis = nowMillis;
    }

    /**
     * Reads a date that is all of the text.
     *
     * @param nowMillis which tells the century where a year has two digits
     * @return {@link #NONE} if it is no date
     */
    static long read(String text, long nowMillis) {
        Dates iso = new Dates(new Cursor(text), nowMillis);
        if (iso.readIso()) {
            return iso.sinceEpoch();
        }
        Dates named = new Dates(new Cursor(text), nowMillis);
        return named.readNamed() ? named.sinceEpoch() : NONE;
    }

    private boolean readIso() {
        year = cursor.digits(4, 4);
        if (year < 0 || !cursor.take('-')) {
            return false;
        }
        month = cursor.digits(2, 2);
        if (month < 0 || !cursor.take('-')) {
            return false;
        }
        day = cursor.digits(2, 2);
        if (!cursor.take('T') && !cursor.take('t') && !cursor.take(' ') || !readTime()) {
            return false;
        }
        cursor.skipSpaces();
        return cursor.atEnd() || readZone() && cursor.atEnd();
    }

    /** The other forms have the same parts in several orders, but always the day before the year. */
    private boolean readNamed() {
        while (!cursor.atEnd()) {
            boolean known;
            if (cursor.onLetter()) {
                known = readWord();
            } else if (cursor.onDigit()) {
                known = readNumber();
            } else if (time >= 0 && (cursor.peek() == '+' || cursor.peek() == '-')) {
                known = readOffset();
            } else {
                known = cursor.take(' ') || cursor.take(',') || cursor.take('-');
            }
            if (!known) {
                return false;
            }
        }
        return year >= 0 && month >= 0 && day >= 0 && time >= 0;
    }

    private boolean readWord() {
        int start = cursor.at();
        String word = cursor.word();
        int named = find(MONTHS, word);
        if (named >= 0 && month < 0) {
            month = named + 1;
            return true;
        }
        if (find(WEEKDAYS, word) >= 0) {
            return day < 0;
        }
        cursor.back(start);
        return time >= 0 && readZone();
    }

    private boolean readNumber() {
        int start = cursor.at();
        if (time < 0) {
            if (readTime()) {
                return true;
            }
            cursor.back(start);
        }
        if (day < 0) {
            day = cursor.digits(1, 2);
            return day >= 0;
        }
        if (year >= 0) {
            return false;
        }
        year = cursor.digits(2, 2);
        if (year >= 0) {
            year = fullYear(year);
            return true;
        }
        year = cursor.digits(4, 4);
        return year >= 0;
    }

    /** More than fifty years ahead it is of the century before. */
    private int fullYear(int twoDigits) {
        int now = (int) Math.max(0, Math.min(9_999, 1970 + nowMillis / YEAR));
        int full = now - now % 100 + twoDigits;
        return full > now + 50 ? full - 100 : full;
    }

    private boolean readTime() {
        int hour = cursor.digits(1, 2);
        if (hour < 0 || hour > 23 || !cursor.take(':')) {
            return false;
        }
        int minute = cursor.digits(2, 2);
        if (minute < 0 || minute > 59) {
            return false;
        }
        long millis = 0;
        if (cursor.take(':')) {
            Decimal second = Decimal.read(cursor);
            // 60 is a leap second.
            if (second == null || second.whole() > 60) {
                return false;
            }
            millis = second.times(1_000);
        }
        time = (hour * 60 + minute) * MINUTE + millis;
        return true;
    }

    private boolean readZone() {
        if (zoned) {
            return false;
        }
        if (!cursor.onLetter()) {
            return readOffset();
        }
        switch (cursor.word()) {
            case "z", "gmt", "utc", "ut" -> zoned = true;
            default -> {
                return false;
            }
        }
        return cursor.peek() != '+' && cursor.peek() != '-' || readOffset();
    }

    private boolean readOffset() {
        boolean west = cursor.take('-');
        if (offset != 0 || !west && !cursor.take('+')) {
            return false;
        }
        int hours = cursor.digits(2, 2);
        int minutes = 0;
        if (hours >= 0) {
            minutes = cursor.take(':') ? cursor.digits(2, 2) : 0;
        } else {
            int both = cursor.digits(4, 4);
            hours = both < 0 ? -1 : both / 100;
            minutes = both % 100;
        }
        if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) {
            return false;
        }
        zoned = true;
        offset = (hours * 60 + minutes) * (west ? -MINUTE : MINUTE);
        return true;
    }

    private long sinceEpoch() {
        if (month < 1 || month > 12 || day < 1) {
            return NONE;
        }
        if (day > YearMonth.of(year, month).lengthOfMonth()) {
            return NONE;
        }
        return LocalDate.of(year, month, day).toEpochDay() * DAY + time - offset;
    }

    private static int find(String[] names, String start) {
        for (int i = 0; start.length() >= 3 && i < names.length; i++) {
            if (names[i].startsWith(start)) {
                return i;
            }
        }
        return -1;
    }
}
