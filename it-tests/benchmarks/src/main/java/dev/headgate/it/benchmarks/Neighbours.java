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

    private final long from = System.nanoTime();
    private final long ticks = ticks();

    /** The processors that others have used since this was made, in cores; 0 where the system does not tell. */
    double cores() {
        return (ticks() - ticks) * TICK_NANOS / (System.nanoTime() - from);
    }

    /** What the machine has worked for others than this process and the ones that it has started and seen end. */
    private static long ticks() {
        if (!Files.exists(MACHINE)) {
            return 0;
        }
        try {
            String machine = Files.readString(MACHINE).lines().findFirst().orElseThrow();
            String own = Files.readString(OWN);
            // "cpu user nice system idle iowait irq softirq steal": all but the fourth and the fifth are work.
            String[] all = machine.split(" +");
            // After the name, which ends with ")": the 12th to the 15th are our time and that of our children.
            String[] ours = own.substring(own.lastIndexOf(')') + 2).split(" ");
            return sum(all, 1, 9) - sum(all, 4, 6) - sum(ours, 11, 15);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long sum(String[] numbers, int from, int to) {
        return Arrays.stream(numbers, from, to).mapToLong(Long::parseLong).sum();
    }
}
