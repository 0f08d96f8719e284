package dev.headgate.it.fleet;

import dev.headgate.it.support.ArrivalCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What happened in a soak, how many calls that excuses, and what is to be said of it. Not thread-safe. */
final class SoakAccount {
    /** How long after its end a trouble may still show: the probe comes once a second, and a window is a second long. */
    private static final double SETTLES = 4;

    private static final Duration WINDOW = Duration.ofMillis(900);

    private final int limit;
    private final List<double[]> troubled = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private double excused;

    SoakAccount(int limitPerSecond) {
        this.limit = limitPerSecond;
        this.excused = limitPerSecond; // the first bucket
    }

    /**
     * Notes a trouble.
     *
     * @param buckets how many buckets above the rate it may cost at most
     */
    void trouble(String kind, double from, double to, double buckets) {
        counts.merge(kind, 1, Integer::sum);
        troubled.add(new double[] {from, to + SETTLES});
        excused += buckets * limit;
    }

    /** Notes what must not be. */
    void fault(String text) {
        faults.add(text);
    }

    /** Returns one line that begins with PASS or FAIL. */
    String verdict(AgentFleet fleet, double seconds) {
        List<Long> all = fleet.arrivals(0, seconds);
        double bound = limit * seconds + excused;
        int most = ArrivalCheck.mostIn(WINDOW, all);
        int quiet = mostInQuiet(fleet, seconds);
        if (all.size() > bound) {
            fault("more admitted than the bound");
        }
        if (all.size() < limit * seconds / 2) {
            fault("less than half of the limit admitted");
        }
        // The last second that Redis knew of, the shares, and a Redis that forgot the last second.
        if (most > 3 * limit) {
            fault("more than three buckets in 900 ms");
        }
        if (quiet > limit) {
            fault("more than the limit in 900 ms without trouble");
        }
        return String.format(
                Locale.ROOT,
                "%s: %d admitted in %.0f s at %d/s, bound %.0f; most in 900 ms %d, without trouble %d; %s%s",
                faults.isEmpty() ? "PASS" : "FAIL",
                all.size(),
                seconds,
                limit,
                bound,
                most,
                quiet,
                counts,
                faults.isEmpty() ? "" : "; " + faults);
    }

    private int mostInQuiet(AgentFleet fleet, double seconds) {
        troubled.sort(Comparator.comparingDouble(span -> span[0]));
        int most = 0;
        double from = 0;
        for (double[] span : troubled) {
            if (span[0] > from) {
                most = Math.max(most, ArrivalCheck.mostIn(WINDOW, fleet.arrivals(from, span[0])));
            }
            from = Math.max(from, span[1]);
        }
        return from < seconds ? Math.max(most, ArrivalCheck.mostIn(WINDOW, fleet.arrivals(from, seconds))) : most;
    }
}
