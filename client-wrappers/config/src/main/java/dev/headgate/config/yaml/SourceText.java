package dev.headgate.config.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file's text by lines, with the lines that were repaired so that reading could go on. Positions of nodes are those of the
 * repaired text; {@link #column} tells them as the person sees them. Immutable.
 */
public final class SourceText {
    /** Longer lines are neither shown nor searched for traps. */
    static final int LONGEST_SHOWN = 500;

    private static final Pattern BREAK = Pattern.compile("\r\n|\n|\r");

    private final String name;
    private final List<String> original;
    private final List<String> lines;

    private SourceText(String name, List<String> original, List<String> lines) {
        this.name = name;
        this.original = original;
        this.lines = lines;
    }

    /** Makes one; a byte order mark is dropped, and every kind of line break is one. */
    public static SourceText of(String name, String text) {
        String begin = text.startsWith("\uFEFF") ? text.substring(1) : text;
        List<String> lines = List.of(BREAK.split(begin, -1));
        return new SourceText(name, lines, lines);
    }

    /** Returns the file as it was named. */
    public String name() {
        return name;
    }

    int size() {
        return lines.size();
    }

    /** Returns a line as repaired; empty if there is none of that number. */
    String line(int line) {
        return line >= 1 && line <= lines.size() ? lines.get(line - 1) : "";
    }

    SourceText with(int line, String corrected) {
        List<String> changed = new ArrayList<>(lines);
        changed.set(line - 1, corrected);
        return with(changed);
    }

    SourceText with(List<String> repaired) {
        return new SourceText(name, original, List.copyOf(repaired));
    }

    String text() {
        return String.join("\n", lines);
    }

    /** Returns the column in the file as it is, of a column in the repaired text. */
    int column(int line, int column) {
        if (line < 1 || line > lines.size()) {
            return column;
        }
        String before = original.get(line - 1);
        String now = lines.get(line - 1);
        if (before.equals(now)) {
            return Math.min(column, codePoints(before, before.length()) + 1);
        }
        int same = 0;
        while (same < before.length() && same < now.length() && before.charAt(same) == now.charAt(same)) {
            same++;
        }
        if (index(now, column) <= same) {
            return column;
        }
        int tail = 0;
        while (tail < before.length() - same
                && tail < now.length() - same
                && before.charAt(before.length() - 1 - tail) == now.charAt(now.length() - 1 - tail)) {
            tail++;
        }
        int target = index(now, column);
        if (target >= now.length() - tail) {
            return codePoints(before, before.length() - (now.length() - target)) + 1;
        }
        // What was repaired is between, and mostly has more characters than before: those that were there are found in
        // order.
        int old = same;
        for (int i = same; i < target && old < before.length() - tail; i++) {
            old += now.charAt(i) == before.charAt(old) ? 1 : 0;
        }
        return codePoints(before, old) + 1;
    }

    private static int codePoints(String text, int end) {
        return text.codePointCount(0, end);
    }

    /** Returns {@code headgate.yml:12:5} for a position of the repaired text. */
    public String where(Span at) {
        return name + ":" + at.line() + ":" + column(at.line(), at.column());
    }

    /** Returns the line of {@code at} with that part replaced; for showing, so secrets are masked. Null if it is too long. */
    @Nullable
    String replaced(Span at, String replacement) {
        String line = line(at.line());
        if (line.length() > LONGEST_SHOWN) {
            return null;
        }
        String changed =
                line.substring(0, index(line, at.column())) + replacement + line.substring(index(line, at.endColumn()));
        boolean nameIsLost = !Masking.credentials(line).equals(line)
                && Masking.credentials(changed).equals(changed);
        return nameIsLost ? null : Masking.mask(this, at.line(), changed);
    }

    /** Returns what stands in {@code at}, or nothing if that is more than one line. */
    String slice(Span at) {
        String line = line(at.line());
        return at.inOneLine() ? line.substring(index(line, at.column()), index(line, at.endColumn())) : "";
    }

    /** Returns the index in {@code line} of a column. */
    static int index(String line, int column) {
        int codePoints = Math.max(0, Math.min(column - 1, line.codePointCount(0, line.length())));
        return line.offsetByCodePoints(0, codePoints);
    }
}
