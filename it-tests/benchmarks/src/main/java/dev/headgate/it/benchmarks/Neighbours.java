package dev.headgate.it.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * How much of the processors other programs use while something is measured, by the system's own count. Where a neighbour has a
 * core, two threads take turns on the other one and never meet: that is not what a row for all cores is about.
 */
final class Neighbours {
    private static final Path MACHINE = Path.of("/proc/stat");
    private static final Path OWN = Path.of("/proc/self/stat");

    /** The ticks of these files are hundredths of a second, whatever the kernel's own. */
    private static final double TICK_NANOS = 1e7;

    /** Others may use so much of one core while we measure. */
    private static final double CALM = 0.15;

    private final long from = System.nanoTime();
    private final long ticks = ticks();

    /**
     * Measures until nobody disturbed it, or so many times.
     *
     * @return the last measurement, or the one that was disturbed least
     */
    static <T, E extends Exception> T calmest(String what, int tries, Measurement<T, E> measurement) throws E {
        Neighbours neighbours = new Neighbours();
        T calmest = measurement.run();
        double least = neighbours.cores();
        for (int i = 1; i < tries && least > CALM; i++) {
            System.err.printf("%s again: others used %.2f cores at least%n", what, least);
            neighbours = new Neighbours();
            T next = measurement.run();
            double cores = neighbours.cores();
            if (cores < least) {
                calmest = next;
                least = cores;
            }
        }
        if (least > CALM) {
            System.err.printf("%s disturbed: others used %.2f cores at least%n", what, least);
        }
        return calmest;
    }

    /** Something that takes a while. */
    @FunctionalInterface
    interface Measurement<T, E extends Exception> {
        T run() throws E;
    }

    /** The processors that others have used since this was made, in cores; 0 where the system does not tell. */
    double cores() {
        return (ticks() - ticks) * TICK_NANOS / (System.nanoTime() - from);
    }

    /** What the machine has worked for others than this process and all that it has started. */
    private static long ticks() {
        if (!Files.exists(MACHINE)) {
            return 0;
        }
        try {
            String machine = Files.readString(MACHINE).lines().findFirst().orElseThrow();
            // "cpu user nice system idle iowait irq softirq steal": all but the fourth and the fifth are work.
            String[] all = machine.split(" +");
            long ours = ticks(Files.readString(OWN));
            for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
                Path stat = Path.of("/proc", Long.toString(child.pid()), "stat");
                ours += Files.exists(stat) ? ticks(Files.readString(stat)) : 0;
            }
            return sum(all, 1, 9) - sum(all, 4, 6) - ours;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The time of a process and of those that it has started and seen end. */
    private static long ticks(String stat) {
        // After the name, which ends with ")": the 12th to the 15th.
        return sum(stat.substring(stat.lastIndexOf(')') + 2).split(" "), 11, 15);
    }

    private static long sum(String[] numbers, int from, int to) {
        return Arrays.stream(numbers, from, to).mapToLong(Long::parseLong).sum();
    }
}
