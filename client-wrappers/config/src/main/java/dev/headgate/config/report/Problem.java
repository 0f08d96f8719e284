package dev.headgate.config.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a file, or worth knowing. Immutable; never holds the value of a header or a password.
 *
 * @param severity how bad
 * @param file the file as it was named
 * @param line from 1; 0 if the problem is of the file as a whole
 * @param column from 1, in characters; 0 if the problem is of the file as a whole
 * @param message what is wrong, in one sentence
 * @param hint what to do; null if the message says it
 * @param corrected the line as it should be; null if that cannot be known
 */
public record Problem(
        Severity severity,
        String file,
        int line,
        int column,
        String message,
        @Nullable String hint,
        @Nullable String corrected) {
    private static final int WIDTH = 100;

    /** How bad. */
    public enum Severity {
        /** The file is not used. */
        ERROR,
        /** The file is used, but something in it cannot have the effect that it seems to have. */
        WARNING,
        /** Shown by {@code check} only. */
        NOTE
    }

    /** Returns {@code headgate.yml:12:5}, or the file alone. */
    public String where() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }

    /** The problem as lines of text; the first begins as compilers begin theirs. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        String kind = severity == Severity.ERROR ? "" : severity == Severity.WARNING ? "warning: " : "note: ";
        Wrapping.append(lines, where() + ": " + kind + message, "", WIDTH);
        if (hint != null) {
            Wrapping.append(lines, hint, "    ", WIDTH);
        }
        if (corrected != null) {
            lines.add("    write: " + corrected.strip());
        }
        return String.join("\n", lines);
    }
}
