package dev.headgate.config.yaml;

/**
 * From where to where something stands in a file. Lines and columns count from 1, columns in code points; the end is
 * exclusive.
 */
public record Span(int line, int column, int endLine, int endColumn) {
    /** The very beginning of a file. */
    public static final Span START = new Span(1, 1, 1, 1);

    /** From the beginning of this to the end of {@code last}. */
    public Span to(Span last) {
        return new Span(line, column, last.endLine, last.endColumn);
    }

    boolean inOneLine() {
        return line == endLine && endColumn > column;
    }
}
