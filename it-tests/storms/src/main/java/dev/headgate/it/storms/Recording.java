package dev.headgate.it.storms;

/** What happened, counted in hundredths of a second. */
final class Recording {
    static final int SLICES = 100;

    private final EventLoop loop;
    private final int[] offered;
    private final int[] served;
    private final int[] arrived;
    private final int[] sent;
    private final int[] rejected;
    private double latencySum;

    Recording(EventLoop loop, double seconds) {
        this.loop = loop;
        int slices = (int) Math.ceil(seconds * SLICES) + 1;
        this.offered = new int[slices];
        this.served = new int[slices];
        this.arrived = new int[slices];
        this.sent = new int[slices];
        this.rejected = new int[slices];
    }

    /** The program made a call. */
    void offered() {
        offered[slice()]++;
    }

    /** A call of the program was served. */
    void served(double afterSeconds) {
        served[slice()]++;
        latencySum += afterSeconds;
    }

    /** An attempt arrived at the downstream. */
    void arrived() {
        arrived[slice()]++;
    }

    /** An attempt left its process. */
    void sent() {
        sent[slice()]++;
    }

    /** An attempt was rejected by the gate. */
    void rejected() {
        rejected[slice()]++;
    }

    private int slice() {
        return Math.min(
                offered.length - 1, (int) ((loop.currentTimeNanos() - EventLoop.START) / (1_000_000_000L / SLICES)));
    }

    Figures.History history() {
        return new Figures.History(
                new Series(offered), new Series(served), new Series(arrived), new Series(sent), new Series(rejected));
    }

    double meanLatency() {
        return latencySum / Math.max(1, new Series(served).sum());
    }
}
