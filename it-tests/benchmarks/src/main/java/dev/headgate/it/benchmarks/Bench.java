package dev.headgate.it.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Measures and reports: one table on the terminal, the same as {@code bench.csv} and as a plot beside it. */
public final class Bench {
    private static final List<String> ALGORITHMS =
            List.of("log", "log-cells", "leaky-queue", "leaky-meter", "fixed-window", "counter");

    private final List<Row> rows = new ArrayList<>();
    private final String wanted;
    private final int rounds;

    private Bench(String wanted, int rounds) {
        this.wanted = wanted;
        this.rounds = rounds;
    }

    /**
     * Runs.
     *
     * @param args {@code all}, {@code one-thread}, {@code all-cores}, {@code million-keys} or {@code redis}; rounds; folder of
     *     the report; file with the class path of Redisson
     */
    public static void main(String[] args) throws Exception {
        Bench bench = new Bench(args[0], Integer.parseInt(args[1]));
        bench.oneThread();
        bench.allCores();
        bench.millionKeys();
        bench.redis(Path.of(args[2]), Path.of(args[3]));
        bench.report(Path.of(args[2]));
    }

    private boolean isWanted(String group) {
        return wanted.equals("all") || wanted.equals(group);
    }

    private void oneThread() throws RunnerException {
        if (!isWanted("one-thread")) {
            return;
        }
        List<String> subjects = new ArrayList<>(List.of("bare-cas", "token-bucket", "two-limits"));
        subjects.addAll(ALGORITHMS);
        subjects.addAll(List.of("bucket4j", "bucket4j-two-limits", "bucket4j-interval"));
        subjects.addAll(List.of("resilience4j", "guava", "failsafe", "token-bucket-refusing", "log-refusing"));
        subjects.addAll(List.of("bucket4j-refusing", "resilience4j-refusing", "guava-refusing", "failsafe-refusing"));
        Rounds one = new Rounds(subjects, 1, rounds);
        rows.add(one.compare("token bucket on 1 thread against bare nanoTime + CAS", "token-bucket", "bare-cas", 1.15));
        rows.add(new Row(
                "token bucket on 1 thread against no allocation [bytes]",
                one.bytes("token-bucket"),
                0,
                Math.rint(one.bytes("token-bucket")),
                0));
        for (String peer : List.of("bucket4j", "resilience4j", "guava", "failsafe")) {
            rows.add(one.compare("token bucket on 1 thread against " + peer, "token-bucket", peer, 1));
        }
        for (String algorithm : ALGORITHMS) {
            rows.add(one.compare(algorithm + " on 1 thread against bare nanoTime + CAS", algorithm, "bare-cas", 2));
        }
        rows.add(one.compare("two limits on 1 thread against bare nanoTime + CAS", "two-limits", "bare-cas", 2));
        rows.add(one.compare("two limits on 1 thread against bucket4j", "two-limits", "bucket4j-two-limits", 1));
        rows.add(one.compare(
                "fixed window on 1 thread against bucket4j refilled by interval",
                "fixed-window",
                "bucket4j-interval",
                1));
        for (String peer : List.of("bucket4j", "resilience4j", "guava", "failsafe")) {
            rows.add(one.compare(
                    "token bucket refusing on 1 thread against " + peer,
                    "token-bucket-refusing",
                    peer + "-refusing",
                    Row.NO_BAR));
        }
        rows.add(one.compare(
                "log refusing on 1 thread against bucket4j", "log-refusing", "bucket4j-refusing", Row.NO_BAR));
    }

    private void allCores() throws RunnerException {
        if (!isWanted("all-cores")) {
            return;
        }
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> subjects = new ArrayList<>(List.of("bare-cas", "token-bucket", "two-limits"));
        subjects.addAll(ALGORITHMS);
        subjects.addAll(List.of("bucket4j", "resilience4j", "guava", "failsafe"));
        Rounds all = new Rounds(subjects, cores, rounds);
        String on = " on " + cores + " threads against ";
        rows.add(all.compare("token bucket" + on + "bare CAS loop", "token-bucket", "bare-cas", 1.5));
        for (String peer : List.of("bucket4j", "guava", "failsafe")) {
            rows.add(all.compare("token bucket" + on + peer, "token-bucket", peer, 1));
        }
        rows.add(all.compare("token bucket" + on + "resilience4j", "token-bucket", "resilience4j", Row.NO_BAR));
        rows.add(all.compare("two limits" + on + "bare CAS loop", "two-limits", "bare-cas", 1.5));
        for (String algorithm : ALGORITHMS) {
            rows.add(all.compare(algorithm + on + "bare CAS loop", algorithm, "bare-cas", 1.5));
        }
    }

    private void millionKeys() {
        if (isWanted("million-keys")) {
            rows.add(MillionKeys.measure());
        }
    }

    private void redis(Path folder, Path redisson) throws IOException {
        if (isWanted("redis")) {
            rows.addAll(RedisRows.measure(folder, redisson, rounds));
        }
    }

    private void report(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> csv = new ArrayList<>();
        csv.add("row,ours,other,ratio,bar,holds");
        System.out.printf("%-88s %13s %13s %8s %7s%n", "row", "ours", "other", "ratio", "bar");
        for (Row row : rows) {
            csv.add(row.csv());
            System.out.println(row.text());
        }
        Files.write(folder.resolve("bench.csv"), csv);
        Files.writeString(folder.resolve("bench.svg"), Plot.svg(rows));
    }
}
