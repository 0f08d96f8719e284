package dev.headgate.config;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers with a unit of time: durations. */
final class Units {
    static final String LIST = "ms, s, m, h, d";

    /** In a longer text nobody looks for what may have been meant. */
    static final int LONGEST_MEANT = 40;

    private static final Map<String, Long> NANOS = Map.of(
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L,
            "d", 86_400_000_000_000L);
    private static final Map<String, String> OTHER_WORDS = Map.ofEntries(
            Map.entry("millis", "ms"),
            Map.entry("millisecond", "ms"),
            Map.entry("milliseconds", "ms"),
            Map.entry("msec", "ms"),
            Map.entry("sec", "s"),
            Map.entry("secs", "s"),
            Map.entry("second", "s"),
            Map.entry("seconds", "s"),
            Map.entry("min", "m"),
            Map.entry("mins", "m"),
            Map.entry("minute", "m"),
            Map.entry("minutes", "m"),
            Map.entry("hr", "h"),
            Map.entry("hrs", "h"),
            Map.entry("hour", "h"),
            Map.entry("hours", "h"),
            Map.entry("day", "d"),
            Map.entry("days", "d"));
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,30})(ms|s|m|h|d)");
    private static final Pattern NEAR = Pattern.compile("([0-9]{1,18})(?:\\.([0-9]{1,3}))?\\s*([A-Za-z]*)");

    private Units() {}

    /** Returns the unit in nanoseconds, or null. */
    static @Nullable Long nanos(String unit) {
        return NANOS.get(unit);
    }

    /** Returns the unit as it is written here: {@code s} for {@code sec}, {@code S} or {@code seconds}; null if unknown. */
    static @Nullable String known(String unit) {
        String lower = unit.toLowerCase(Locale.ROOT);
        return NANOS.containsKey(lower) ? lower : OTHER_WORDS.get(lower);
    }

    /** Returns nanoseconds; {@link Long#MAX_VALUE} for all that is longer. */
    static long duration(String text) throws BadValue {
        if (text.equals("0")) {
            return 0;
        }
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            String instead = near(text);
            String message = text.matches("[0-9]{1,30}") ? "is a duration without a unit" : "is not a duration";
            throw new BadValue(message, "a duration is a whole number and one of " + LIST + ", like 500ms", instead);
        }
        return saturated(matcher.group(1), matcher.group(2));
    }

    static long saturated(String digits, String unit) {
        Long number = number(digits);
        Long nanos = nanos(unit);
        if (number == null || nanos == null || Math.multiplyHigh(number, nanos) != 0 || number * nanos < 0) {
            return Long.MAX_VALUE;
        }
        return number * nanos;
    }

    /** Returns the number, or null if no long holds it. */
    static @Nullable Long number(String digits) {
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }

    private static @Nullable String near(String text) {
        Matcher near = NEAR.matcher(text.strip());
        if (text.length() > LONGEST_MEANT || !near.matches()) {
            return null;
        }
        String unit = near.group(3).isEmpty() ? "ms" : known(near.group(3));
        if (unit == null) {
            return null;
        }
        if (near.group(2) == null) {
            return near.group(1) + unit;
        }
        if (!unit.equals("s") || near.group(1).length() > 12) {
            return null;
        }
        long millis = Long.parseLong(near.group(1)) * 1_000 + Long.parseLong((near.group(2) + "00").substring(0, 3));
        return millis + "ms";
    }

    /** Returns nanoseconds as the file writes them: {@code 1500ms}, {@code 1s}, {@code 0}. */
    static String text(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            return "for ever";
        }
        for (String unit : new String[] {"d", "h", "m", "s", "ms"}) {
            long size = NANOS.getOrDefault(unit, 1L);
            if (nanos != 0 && nanos % size == 0) {
                return nanos / size + unit;
            }
        }
        return nanos == 0 ? "0" : nanos + "ns";
    }
}
