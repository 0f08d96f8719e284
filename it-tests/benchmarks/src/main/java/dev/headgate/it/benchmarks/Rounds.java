package dev.headgate.it.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures subjects in turns: in each round every subject once, so that a slow minute of the machine hits all of them. What
 * other programs disturbed is measured again, whatever came out, a few times at most.
 */
final class Rounds {
    /** Others may use so much of one core while we measure. */
    private static final double CALM = 0.15;

    private static final int TRIES = 3;

    /**
     * One measurement.
     *
     * @param nanos time of a call
     * @param bytes allocated by a call
     * @param others the cores that other programs used meanwhile
     */
    record Measured(double nanos, double bytes, double others) {}

    private final Map<String, Measured[]> results = new LinkedHashMap<>();
    private final int rounds;
    private final int threads;

    Rounds(List<String> subjects, int threads, int rounds) throws RunnerException {
        this.rounds = rounds;
        this.threads = threads;
        for (int round = 0; round < rounds; round++) {
            for (String subject : subjects) {
                System.err.printf("round %d of %d, %d thread(s): %s%n", round + 1, rounds, threads, subject);
                results.computeIfAbsent(subject, name -> new Measured[rounds])[round] = measureInCalm(subject);
            }
        }
    }

    /** The first measurement that nobody disturbed, or of {@link #TRIES} the one that was disturbed least. */
    private Measured measureInCalm(String subject) throws RunnerException {
        Measured calmest = measure(subject);
        for (int i = 1; i < TRIES && calmest.others > CALM; i++) {
            System.err.printf("again: others used %.2f cores at least%n", calmest.others);
            Measured next = measure(subject);
            calmest = next.others < calmest.others ? next : calmest;
        }
        if (calmest.others > CALM) {
            System.err.printf("disturbed: others used %.2f cores at least%n", calmest.others);
        }
        return calmest;
    }

    private Measured measure(String subject) throws RunnerException {
        Neighbours neighbours = new Neighbours();
        RunResult result = new Runner(new OptionsBuilder()
                        .include(LocalDecision.class.getName() + "\\.decide$")
                        .param("subject", subject)
                        .threads(threads)
                        .forks(1)
                        .warmupIterations(2)
                        .warmupTime(TimeValue.milliseconds(500))
                        .measurementIterations(3)
                        .measurementTime(TimeValue.milliseconds(500))
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .runSingle();
        double bytes = Objects.requireNonNull(
                        result.getSecondaryResults().get("gc.alloc.rate.norm"), "the GC profiler's figure")
                .getScore();
        return new Measured(result.getPrimaryResult().getScore(), bytes, neighbours.cores());
    }

    double nanos(String subject) {
        return median(
                Arrays.stream(measured(subject)).mapToDouble(Measured::nanos).toArray());
    }

    double bytes(String subject) {
        return median(
                Arrays.stream(measured(subject)).mapToDouble(Measured::bytes).toArray());
    }

    /** Compares within each round, then takes the median. */
    Row compare(String name, String ours, String other, double bar) {
        double[] ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            ratios[round] = measured(ours)[round].nanos() / measured(other)[round].nanos();
        }
        return new Row(name + " [ns]", nanos(ours), nanos(other), median(ratios), bar);
    }

    private Measured[] measured(String subject) {
        Measured[] all = results.get(subject);
        if (all == null) {
            throw new IllegalArgumentException("not measured: " + subject);
        }
        return all;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
