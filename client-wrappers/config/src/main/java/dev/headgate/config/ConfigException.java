package dev.headgate.config;

import dev.headgate.config.report.Problem;
import dev.headgate.config.report.Problem.Severity;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used. Its message lists all problems, each with its place in the file and what to do. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * Makes one.
     *
     * @param problems at least one of them an error
     */
    public ConfigException(List<Problem> problems) {
        super(message(problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns all that was found, in the order of the file; empty if this came out of serialization. */
    @SuppressWarnings("ConstantValue") // a transient field is null after serialization
    public List<Problem> problems() {
        return problems == null ? List.of() : problems;
    }

    private static String message(List<Problem> problems) {
        return problems.stream()
                .filter(problem -> problem.severity() != Severity.NOTE)
                .map(Problem::toString)
                .collect(Collectors.joining("\n"));
    }
}
