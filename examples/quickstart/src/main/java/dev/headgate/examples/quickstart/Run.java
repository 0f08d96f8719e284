package dev.headgate.examples.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What one run of the program came to.
 *
 * @param name {@code without} or {@code with}
 * @param calls charges asked for
 * @param ok answered 200
 * @param refused answered 429
 * @param seconds from the begin of the work to the last call's end
 * @param longestWaitMillis longest time that one call took, in milliseconds
 * @param okBySecond calls answered 200, by second of the run
 * @param refusedBySecond calls answered 429, by second of the run
 */
record Run(
        String name,
        int calls,
        int ok,
        int refused,
        double seconds,
        long longestWaitMillis,
        int[] okBySecond,
        int[] refusedBySecond) {
    /** Reads the log of calls that the program left: begin, end (in milliseconds since the work began) and status of each. */
    static Run read(String name, Path log) throws IOException {
        List<long[]> calls = Files.readAllLines(log).stream().map(Run::parse).toList();
        long end = calls.stream().mapToLong(call -> call[1]).max().orElse(0);
        int[] ok = new int[(int) (end / 1000) + 1];
        int[] refused = new int[ok.length];
        long longest = 0;
        for (long[] call : calls) {
            int second = (int) (call[1] / 1000);
            (call[2] == 200 ? ok : refused)[second]++;
            longest = Math.max(longest, call[1] - call[0]);
        }
        int allOk = sum(ok);
        return new Run(name, calls.size(), allOk, sum(refused), end / 1000.0, longest, ok, refused);
    }

    private static long[] parse(String line) {
        String[] parts = line.split(",");
        return new long[] {Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2])};
    }

    private static int sum(int[] counts) {
        int sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    double quotaUsedPercent(int quotaPerSecond) {
        return 100.0 * ok / (quotaPerSecond * seconds);
    }

    String csv(int quotaPerSecond) {
        return String.format(
                Locale.ROOT,
                "%s,%d,%d,%d,%.1f,%.1f,%d",
                name,
                calls,
                ok,
                refused,
                seconds,
                quotaUsedPercent(quotaPerSecond),
                longestWaitMillis);
    }
}
