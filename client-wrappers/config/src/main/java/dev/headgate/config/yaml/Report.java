package dev.headgate.config.yaml;

import dev.headgate.config.report.Problem;
import dev.headgate.config.report.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects all that is wrong with one file; bounded, whatever the file holds. Not thread-safe. */
public final class Report {
    private static final int MOST = 200;

    private final List<Problem> problems = new ArrayList<>();
    private SourceText source;
    private int errors;
    private int untold;

    public Report(SourceText source) {
        this.source = source;
    }

    public SourceText source() {
        return source;
    }

    void reading(SourceText repaired) {
        source = repaired;
    }

    public void error(Span at, String message, @Nullable String hint) {
        add(Severity.ERROR, at, message, hint, null);
    }

    /** As {@link #error(Span, String, String)}, and shows the line with {@code instead} where {@code at} is. */
    public void error(Span at, String message, @Nullable String hint, @Nullable String instead) {
        String corrected = instead == null || !at.inOneLine() ? null : source.replaced(at, instead);
        add(Severity.ERROR, at, message, hint, corrected);
    }

    public void warning(Span at, String message, @Nullable String hint) {
        add(Severity.WARNING, at, message, hint, null);
    }

    public void note(Span at, String message, @Nullable String hint) {
        add(Severity.NOTE, at, message, hint, null);
    }

    void add(Severity severity, Span at, String message, @Nullable String hint, @Nullable String corrected) {
        if (severity == Severity.ERROR) {
            errors++;
        }
        if (problems.size() >= MOST) {
            untold++;
            return;
        }
        int column = source.column(at.line(), at.column());
        problems.add(new Problem(severity, source.name(), at.line(), column, message, hint, corrected));
    }

    void addAll(Report other) {
        other.problems.forEach(problems::add);
        errors += other.errors;
        untold += other.untold;
    }

    public boolean hasErrors() {
        return errors > 0;
    }

    /** Returns what was found, in the order of the file. */
    public List<Problem> problems() {
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        if (untold > 0) {
            sorted.add(new Problem(
                    errors > 0 ? Severity.ERROR : Severity.WARNING,
                    source.name(),
                    0,
                    0,
                    "and " + untold + " more problems that are not listed",
                    null,
                    null));
        }
        return List.copyOf(sorted);
    }
}
