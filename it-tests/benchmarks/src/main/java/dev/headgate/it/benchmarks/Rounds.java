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
    private static final int TRIES = 3;

    /**
     * One measurement.
     *
     * @param nanos time of a call
     * @param bytes allocated by a call
     */
    record Measured(double nanos, double bytes) {}

    private final Map<String, Measured[]> results = new LinkedHashMap<>();
    private final int rounds;
    private final int threads;

    Rounds(List<String> subjects, int threads, int rounds) throws RunnerException {
        this.rounds = rounds;
        this.threads = threads;
        for (int round = 0; round < rounds; round++) {
            for (String subject : subjects) {
                System.err.printf("round %d of %d, %d thread(s): %s%n", round + 1, rounds, threads, subject);
                results.computeIfAbsent(subject, name -> new Measured[rounds])[round] =
                        Neighbours.calmest(subject, TRIES, () -> measure(subject));
            }
        }
    }

    private Measured measure(String subject) throws RunnerException {
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
        return new Measured(result.getPrimaryResult().getScore(), bytes);
    }

    double bytes(String subject) {
        return Row.median(
                Arrays.stream(measured(subject)).mapToDouble(Measured::bytes).toArray());
    }

    Row compare(String name, String ours, String other, double bar) {
        return Row.ofRounds(name + " [ns]", nanos(ours), nanos(other), bar);
    }

    private double[] nanos(String subject) {
        return Arrays.stream(measured(subject)).mapToDouble(Measured::nanos).toArray();
    }

    private Measured[] measured(String subject) {
        Measured[] all = results.get(subject);
        if (all == null) {
            throw new IllegalArgumentException("not measured: " + subject);
        }
        return all;
    }
}
