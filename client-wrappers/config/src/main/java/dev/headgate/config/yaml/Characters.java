package dev.headgate.config.yaml;

import dev.headgate.config.report.Problem.Severity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a text must be before YAML can be asked about it: printable, and indented with spaces. */
public final class Characters {
    private Characters() {}

    /** Returns where the first character stands that no text file holds, or null. */
    public static @Nullable Span unprintable(SourceText text) {
        for (int line = 1; line <= text.size(); line++) {
            String content = text.line(line);
            int column = 1;
            for (int i = 0; i < content.length(); column++) {
                int c = content.codePointAt(i);
                if (!printable(c)) {
                    return new Span(line, column, line, column + 1);
                }
                i += Character.charCount(c);
            }
        }
        return null;
    }

    private static boolean printable(int c) {
        boolean control = c < 0x20 && c != '\t' || c >= 0x7F && c < 0xA0 && c != 0x85;
        return !control && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF && c != 0xFEFF;
    }

    /** Tells of tabs before a line's first word, and returns the text with two spaces for each. */
    static SourceText withoutTabs(SourceText text, Report report) {
        List<String> repaired = new ArrayList<>(text.size());
        int first = 0;
        int lines = 0;
        for (int line = 1; line <= text.size(); line++) {
            String content = text.line(line);
            int words = 0;
            while (words < content.length() && (content.charAt(words) == ' ' || content.charAt(words) == '\t')) {
                words++;
            }
            boolean indents = words < content.length() && content.charAt(words) != '#';
            if (indents && content.substring(0, words).indexOf('\t') >= 0) {
                first = lines++ == 0 ? line : first;
                content = content.substring(0, words).replace("\t", "  ") + content.substring(words);
            }
            repaired.add(content);
        }
        if (lines == 0) {
            return text;
        }
        String content = text.line(first);
        String which = lines == 1
                ? "this line is indented with a tab"
                : "from here on " + lines + " lines are indented with tabs";
        int column = content.indexOf('\t') + 1;
        report.add(
                Severity.ERROR,
                new Span(first, column, first, column + 1),
                which + "; YAML wants spaces",
                "replace each tab before the first word by two spaces",
                null);
        return text.with(repaired);
    }
}
