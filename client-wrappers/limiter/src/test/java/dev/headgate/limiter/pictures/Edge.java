package dev.headgate.limiter.pictures;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;

import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.ManualMeter;
import java.util.ArrayList;
import java.util.List;

/** The same calls, none of which waits, against a limit of 100 a second: a burst on either side of a window's edge, then a flood. */
final class Edge {
    private static final int TENTHS = 30;

    private Edge() {}

    /** When the calls come. */
    private static List<Long> calls() {
        List<Long> times = new ArrayList<>();
        for (int tenth = 9; tenth < TENTHS; tenth++) {
            int calls = tenth <= 10 ? 100 : 30;
            for (int i = 0; i < calls; i++) {
                times.add(tenth * 100 * MILLIS + i * 100 * MILLIS / calls);
            }
        }
        return times;
    }

    /** When the calls went that a limit of 100 a second admits. */
    static List<Long> admitted(Kind kind) {
        ManualMeter clock = ManualMeter.wall();
        LocalBucket bucket = kind.perSecond(100, clock);
        List<Long> went = new ArrayList<>();
        for (long time : calls()) {
            clock.at(time);
            if (bucket.tryConsume(1)) {
                went.add(time);
            }
        }
        return went;
    }

    /** The most calls in any second. */
    static int mostInASecond(List<Long> times) {
        int most = 0;
        int from = 0;
        for (int i = 0; i < times.size(); i++) {
            while (times.get(from) <= times.get(i) - SECOND) {
                from++;
            }
            most = Math.max(most, i - from + 1);
        }
        return most;
    }

    private static int[] perTenth(List<Long> times) {
        int[] counts = new int[TENTHS];
        for (long time : times) {
            counts[(int) (time / (100 * MILLIS))]++;
        }
        return counts;
    }

    static String draw() {
        Panels panels = new Panels(
                "A burst at a window's edge",
                "Calls per 100 ms that a limit of 100 a second admits; none of them waits. Windows begin at whole seconds.",
                3);
        List<Long> calls = calls();
        panels.add("calls that come", calls.size() + " calls", perTenth(calls), "#999999");
        for (Kind kind : Kind.values()) {
            List<Long> went = admitted(kind);
            String note = went.size() + " admitted, at most " + mostInASecond(went) + " in any second";
            panels.add(kind.words, note, perTenth(went), kind.colour);
        }
        return panels.draw();
    }
}
