package dev.headgate.it.storms;

/**
 * Who calls, and how much. Immutable.
 *
 * @param processes how many
 * @param zipf 0: all call alike; 1: the k-th calls 1/k as much as the first
 * @param load calls of the program a second, all processes together, as a share of the capacity; not counting what it repeats
 * @param begin seconds from the start; before, nobody calls
 * @param riseAt when the load changes, in seconds
 * @param riseTo the load from then on
 */
public record Traffic(int processes, double zipf, double load, double begin, double riseAt, double riseTo) {
    /** A load of 0.8 all the time, of processes that call alike. */
    public static Traffic of(int processes) {
        return new Traffic(processes, 0, 0.8, 0, 0, 0.8);
    }

    /** Returns the same of another number of processes. */
    public Traffic withProcesses(int number) {
        return new Traffic(number, zipf, load, begin, riseAt, riseTo);
    }

    /** Returns the same with another distribution among the processes. */
    public Traffic withZipf(double exponent) {
        return new Traffic(processes, exponent, load, begin, riseAt, riseTo);
    }

    /** Returns the same with another load, all the time. */
    public Traffic withLoad(double share) {
        return new Traffic(processes, zipf, share, begin, riseAt, share);
    }

    /** Returns the same, with nobody calling before a time. */
    public Traffic beginning(double second) {
        return new Traffic(processes, zipf, load, second, riseAt, riseTo);
    }

    /** Returns the same with another load from a time on. */
    public Traffic rising(double second, double share) {
        return new Traffic(processes, zipf, load, begin, second, share);
    }

    /** Returns the load at a time, as a share of the capacity. */
    public double load(double second) {
        return second < begin ? 0 : second < riseAt ? load : riseTo;
    }

    /** Returns each process's share of the calls. */
    double[] shares() {
        double[] shares = new double[processes];
        double sum = 0;
        for (int i = 0; i < processes; i++) {
            shares[i] = StrictMath.pow(i + 1, -zipf);
            sum += shares[i];
        }
        for (int i = 0; i < processes; i++) {
            shares[i] /= sum;
        }
        return shares;
    }
}
