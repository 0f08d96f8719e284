package dev.headgate.config.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** A table of text. Columns are as wide as they must be; one of them gives way where the table would be too wide. */
final class Columns {
    static final int WIDTH = 100;
    private static final String GAP = "  ";
    private static final int NARROWEST = 20;

    private final String indent;
    private final int wrapping;
    private final boolean[] right;
    private final List<String[]> rows = new ArrayList<>();

    /**
     * Starts a table.
     *
     * @param wrapping the column that gives way, from 0
     * @param right the columns that stand at the right
     */
    Columns(String indent, int wrapping, List<Integer> right, String... heads) {
        this.indent = indent;
        this.wrapping = wrapping;
        this.right = new boolean[heads.length];
        right.forEach(column -> this.right[column] = true);
        rows.add(heads);
    }

    void row(String... cells) {
        rows.add(cells);
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    void print(PrintStream out) {
        int[] widths = widths();
        for (String[] row : rows) {
            List<String> parts = parts(row[wrapping], widths[wrapping]);
            for (int line = 0; line < parts.size(); line++) {
                StringBuilder text = new StringBuilder(indent);
                for (int column = 0; column < row.length; column++) {
                    String cell = column == wrapping ? parts.get(line) : line == 0 ? row[column] : "";
                    String space = " ".repeat(Math.max(0, widths[column] - cell.length()));
                    text.append(column == 0 ? "" : GAP).append(right[column] ? space + cell : cell + space);
                }
                out.println(text.toString().stripTrailing());
            }
        }
    }

    private int[] widths() {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int column = 0; column < row.length; column++) {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        }
        int others = indent.length() + GAP.length() * (widths.length - 1);
        for (int column = 0; column < widths.length; column++) {
            others += column == wrapping ? 0 : widths[column];
        }
        widths[wrapping] = Math.min(widths[wrapping], Math.max(NARROWEST, WIDTH - others));
        return widths;
    }

    /** Breaks at spaces where there are some. */
    private static List<String> parts(String text, int width) {
        List<String> parts = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            int end = space > 0 ? space : width;
            parts.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        parts.add(rest);
        return parts;
    }

    static String clipped(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 3) + "...";
    }
}
