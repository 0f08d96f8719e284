package dev.headgate.limiter;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Where the windows of a fixed window begin. Immutable. */
abstract class WindowGrid {
    static final long DAY = 86_400 * Ticks.PER_SECOND;

    /** The first tick of the window that holds t. */
    abstract long startOf(long t);

    /** The first tick after the window that begins at {@code start}; {@link Ticks#NEVER} if there is none. */
    abstract long endOf(long start);

    static WindowGrid of(long per, long offset, @Nullable ZoneId zone) {
        return zone == null ? new Even(per, Math.floorMod(offset, per)) : new Civil(per, zone);
    }

    /** Windows of one length, counted from the epoch plus an offset. */
    private static final class Even extends WindowGrid {
        private final long per;
        private final long offset;

        Even(long per, long offset) {
            this.per = per;
            this.offset = offset;
        }

        @Override
        long startOf(long t) {
            return Ticks.minus(t, Math.floorMod(Math.floorMod(t, per) - offset, per));
        }

        @Override
        long endOf(long start) {
            return Ticks.plus(start, per);
        }
    }

    /**
     * Windows of a time zone. Whole days follow the calendar, so a day in which the clocks change is 23 or 25 hours long;
     * shorter periods (they divide a day) are counted in elapsed time from the local midnight.
     */
    private static final class Civil extends WindowGrid {
        private final long per;
        private final ZoneId zone;

        Civil(long per, ZoneId zone) {
            this.per = per;
            this.zone = zone;
        }

        @Override
        long startOf(long t) {
            LocalDate day = dateOf(t);
            if (per >= DAY) {
                long days = per / DAY;
                return midnight(LocalDate.ofEpochDay(Math.floorDiv(day.toEpochDay(), days) * days));
            }
            long midnight = midnight(day);
            return t - (t - midnight) % per;
        }

        @Override
        long endOf(long start) {
            LocalDate day = dateOf(start);
            if (per < DAY) {
                return Math.min(Ticks.plus(start, per), midnight(day.plusDays(1)));
            }
            try {
                return midnight(day.plusDays(per / DAY));
            } catch (DateTimeException endOfTime) {
                return Ticks.NEVER;
            }
        }

        private LocalDate dateOf(long t) {
            Instant instant =
                    Instant.ofEpochSecond(Math.floorDiv(t, Ticks.PER_SECOND), Math.floorMod(t, Ticks.PER_SECOND));
            return instant.atZone(zone).toLocalDate();
        }

        private long midnight(LocalDate day) {
            return Ticks.of(day.atStartOfDay(zone).toInstant());
        }
    }
}
