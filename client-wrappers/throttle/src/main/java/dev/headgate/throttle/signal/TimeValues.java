package dev.headgate.throttle.signal;

/** Reads values of headers that say when, in all the forms that servers give them: number, duration, date, list of these. */
final class TimeValues {
    /** It says nothing that is understood. */
    static final long NONE = -1;

    private TimeValues() {}

    /**
     * Returns the milliseconds until then, of a list those of its latest; {@link #NONE} if there are none.
     *
     * @param meaning of a number without unit
     */
    static long delay(String value, NumberMeaning meaning, ReferenceClock clock) {
        String text = unquoted(value.strip());
        if (text.indexOf(',') < 0) {
            return item(text, meaning, clock);
        }
        long date = Dates.read(text, clock.nowMillis());
        if (date != Dates.NONE) {
            return clock.delayUntil(new Moment(date, true));
        }
        long latest = NONE;
        for (int start = 0, comma; start <= text.length(); start = comma + 1) {
            comma = text.indexOf(',', start);
            comma = comma < 0 ? text.length() : comma;
            latest = Math.max(latest, item(unquoted(text.substring(start, comma).strip()), meaning, clock));
        }
        return latest;
    }

    private static long item(String text, NumberMeaning meaning, ReferenceClock clock) {
        String bare = upTo('(', upTo(';', text));
        Cursor cursor = new Cursor(bare);
        Decimal number = Decimal.read(cursor);
        if (number != null && cursor.atEnd()) {
            return clock.delayUntil(meaning.moment(number, clock));
        }
        long duration = Durations.read(new Cursor(bare));
        if (duration >= 0) {
            return clock.delayUntil(new Moment(duration, false));
        }
        long date = Dates.read(bare, clock.nowMillis());
        return date == Dates.NONE ? NONE : clock.delayUntil(new Moment(date, true));
    }

    /** What stands behind it is a parameter or a comment. */
    private static String upTo(char mark, String text) {
        int at = text.indexOf(mark);
        return at < 0 ? text : text.substring(0, at).strip();
    }

    private static String unquoted(String text) {
        int last = text.length() - 1;
        return last > 0 && text.charAt(0) == '"' && text.indexOf('"', 1) == last
                ? text.substring(1, last).strip()
                : text;
    }
}
