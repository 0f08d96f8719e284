package dev.headgate.config.cli;

import dev.headgate.config.report.Problem;
import dev.headgate.config.report.Problem.Severity;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints problems, and how many there are. */
final class Remarks {
    private Remarks() {}

    static void print(List<Problem> problems, PrintStream out) {
        problems.forEach(out::println);
        String counts = Stream.of(Severity.values())
                .map(severity ->
                        counted(count(problems, severity), severity.name().toLowerCase(Locale.ROOT)))
                .filter(text -> !text.startsWith("no "))
                .collect(Collectors.joining(", "));
        out.println();
        out.println(counts + (count(problems, Severity.ERROR) > 0 ? "; nothing is limited with this file" : ""));
    }

    private static long count(List<Problem> problems, Severity severity) {
        return problems.stream()
                .filter(problem -> problem.severity() == severity)
                .count();
    }

    /** Returns {@code no limits}, {@code 1 limit}, {@code 2 limits}. */
    static String counted(long number, String noun) {
        return (number == 0 ? "no" : number) + " " + noun + (number == 1 ? "" : "s");
    }
}
