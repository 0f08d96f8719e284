package dev.headgate.config.yaml;

import dev.headgate.config.report.Problem.Severity;
import org.jspecify.annotations.Nullable;

/**
 * A place where YAML reads something else than was meant, or nothing at all.
 *
 * @param corrected the whole line as it should be, unmasked; null if that is not sure
 */
record Trap(
        int line,
        int column,
        String message,
        @Nullable String hint,
        @Nullable String corrected) {
    Trap correctedTo(String whole) {
        return new Trap(line, column, message, hint, whole);
    }

    void tell(Report report) {
        Span at = new Span(line, column, line, column);
        report.add(Severity.ERROR, at, message, hint, shown(report.source()));
    }

    /** A line whose indentation alone is wrong would look right as soon as it is shown. */
    private @Nullable String shown(SourceText source) {
        if (corrected == null
                || corrected.length() > SourceText.LONGEST_SHOWN
                || corrected.strip().equals(source.line(line).strip())) {
            return null;
        }
        return Masking.mask(source, line, corrected);
    }
}
