package dev.headgate.it.storms;

/**
 * What one storm came to. Immutable.
 *
 * @param scenario its name
 * @param strategy what the program did against it
 * @param success calls served, as a share of those made
 * @param recovery whole seconds after the trouble until, for ten seconds, at least 95 % of what could be served was served; infinite
 *     if never
 * @param wasted attempts on the wire that served nobody, as a share of all
 * @param peakAfter the most arrivals in a second after the trouble, as a share of the capacity
 * @param herd arrivals in the first tenth of a second in which anybody calls after the trouble, as a share of what a paced return allows: 1 and one and a
 *     half times the pace of what went before
 * @param amplification attempts on the wire for each call
 * @param goodput calls served after the trouble, as a share of what could be served
 * @param fairness Jain's index of the processes' success
 * @param latency mean seconds from a call to its being served
 * @param history second by second
 */
public record Figures(
        String scenario,
        Strategy strategy,
        double success,
        double recovery,
        double wasted,
        double peakAfter,
        double herd,
        double amplification,
        double goodput,
        double fairness,
        double latency,
        History history) {
    private static final int STEADY_SECONDS = 10;
    private static final double RECOVERED = 0.95;
    private static final double HERD_SECONDS = 0.1;
    private static final double PACES = 1.5;

    /**
     * What happened, from the start on.
     *
     * @param offered calls that the program made
     * @param served those of them that were served, when they were
     * @param arrived attempts at the downstream
     * @param sent attempts that left their process
     * @param rejected attempts that did not
     */
    public record History(Series offered, Series served, Series arrived, Series sent, Series rejected) {}

    /**
     * Works them out.
     *
     * @param fairness Jain's index of the processes' success
     * @param latency mean seconds from a call to its being served
     */
    public static Figures of(Scenario scenario, Strategy strategy, History history, double fairness, double latency) {
        double made = history.offered.sum();
        double served = history.served.sum();
        double sent = history.sent.sum();
        double end = scenario.trouble().to();
        return new Figures(
                scenario.name(),
                strategy,
                served / made,
                recovery(scenario, history),
                sent == 0 ? 0 : (sent - served) / sent,
                history.arrived.peak(end, scenario.seconds())
                        / scenario.downstream().capacity(),
                herd(scenario, history.arrived),
                sent / made,
                history.served.sum(end, scenario.seconds()) / possible(scenario, history, end, scenario.seconds()),
                fairness,
                latency,
                history);
    }

    /**
     * Returns Jain's index: 1 if all fare alike, 1/n if one has it all.
     *
     * @param success the share of each process's calls that were served
     */
    public static double fairness(double[] success) {
        double sum = 0;
        double squares = 0;
        for (double each : success) {
            sum += each;
            squares += each * each;
        }
        return sum * sum / (success.length * squares);
    }

    private static double recovery(Scenario scenario, History history) {
        int end = (int) Math.ceil(scenario.trouble().to());
        for (int from = end; from + STEADY_SECONDS <= scenario.seconds(); from++) {
            double to = from + (double) STEADY_SECONDS;
            if (history.served.sum(from, to) >= RECOVERED * possible(scenario, history, from, to)) {
                return from - end;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private static double possible(Scenario scenario, History history, double from, double to) {
        return Math.min(
                history.offered.sum(from, to),
                (to - from) * scenario.downstream().capacity());
    }

    /** The first call after the trouble begins it: a {@code Retry-After} of whole seconds ends anywhere in a second. */
    private static double herd(Scenario scenario, Series arrived) {
        double before = Math.max(scenario.traffic().begin(), scenario.trouble().from() - 1);
        double pace = scenario.downstream().capacity() * scenario.traffic().load(before);
        return arrived.sumFromFirst(scenario.trouble().to(), HERD_SECONDS) / (1 + PACES * pace * HERD_SECONDS);
    }
}
