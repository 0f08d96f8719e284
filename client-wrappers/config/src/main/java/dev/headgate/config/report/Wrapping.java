package dev.headgate.config.report;

import java.util.List;

/** Breaks text at spaces, so that it fits a terminal. */
public final class Wrapping {
    private Wrapping() {}

    /**
     * Appends {@code text} as lines of at most {@code width} characters; a word that is longer stands alone.
     *
     * @param indent before every line; lines after the first get four spaces more if it is empty
     */
    public static void append(List<String> lines, String text, String indent, int width) {
        String next = indent.isEmpty() ? "    " : indent;
        StringBuilder line = new StringBuilder(indent);
        int words = 0;
        for (String word : text.split(" ", -1)) {
            if (words > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(next);
                words = 0;
            }
            if (words > 0) {
                line.append(' ');
            }
            line.append(word);
            words++;
        }
        lines.add(line.toString());
    }
}
