package dev.headgate.config.yaml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Tells from where YAML stumbled what the person meant, and the line as it should be where that is sure. */
final class Traps {
    static final String STAR = "an unquoted `*` means an alias in YAML";
    static final String STAR_HINT = "put the pattern in quotes";
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-fA-F:.%]*:[0-9a-fA-F:.%]*\\].*");

    private Traps() {}

    static Trap diagnose(SourceText source, MarkedYamlEngineException stumbled, boolean inFlow) {
        String problem = stumbled.getProblem() == null ? "" : stumbled.getProblem();
        String context = stumbled.getContext() == null ? "" : stumbled.getContext();
        Place at = place(source, stumbled.getProblemMark().orElse(null));
        Place begin = place(source, stumbled.getContextMark().orElse(null));
        if (at.text.length() > SourceText.LONGEST_SHOWN) {
            return at.trap("this is not YAML: " + Shown.clipped(problem), "shorter lines are easier to mend", null);
        }
        if (context.contains("scanning an alias")) {
            return token(begin, inFlow, STAR, STAR_HINT);
        }
        if (context.contains("scanning an anchor")) {
            return token(begin, inFlow, "an unquoted `&` means an anchor in YAML", "put the text in quotes");
        }
        if (problem.contains("cannot start any token")) {
            return token(at, inFlow, "a text cannot begin with " + at.shownCharacter(), "put the text in quotes");
        }
        if (context.contains("quoted scalar")) {
            return quotes(begin, at, problem);
        }
        if (context.contains("flow")) {
            return flow(begin, at);
        }
        return Lines.diagnose(source, at, problem);
    }

    private static Trap token(Place at, boolean inFlow, String message, String hint) {
        int end = Tokens.end(at.text, at.index, inFlow);
        return at.trap(message, hint, quoted(at.text, at.index, end));
    }

    private static Trap quotes(Place begin, Place at, String problem) {
        if (problem.contains("escape")) {
            int end = begin.text.indexOf('"', Math.max(at.index, begin.index + 1));
            String inner = end < 0 ? "'" : begin.text.substring(begin.index + 1, end);
            String corrected = inner.contains("'")
                    ? null
                    : begin.text.substring(0, begin.index) + "'" + inner + "'" + begin.text.substring(end + 1);
            return at.trap("a backslash has a meaning of its own in double quotes", "use single quotes", corrected);
        }
        return begin.trap("the quote that opens here is never closed", "what follows it was not read", null);
    }

    private static Trap flow(Place begin, Place at) {
        char found = at.character();
        boolean nextEntry = at.line > begin.line && at.text.strip().startsWith("- ");
        if (nextEntry) {
            return notClosed(begin);
        }
        if (found == '{' || found == '[') {
            int start = Tokens.start(at.text, at.index);
            int end = Tokens.end(at.text, at.index, true);
            boolean placeholder = start < at.index && at.text.startsWith("${", at.index - 1);
            String what = placeholder
                    ? "a placeholder inside brackets or braces needs quotes"
                    : "`" + found + "` inside brackets or braces begins " + (found == '{' ? "a map" : "a list")
                            + " in YAML";
            return new Place(at.line, at.text, start).trap(what, "put the text in quotes", quoted(at.text, start, end));
        }
        int bracket = at.text.lastIndexOf('[', at.index);
        if (found == ':'
                && bracket >= 0
                && IPV6.matcher(at.text.substring(bracket)).matches()) {
            boolean outer = at.text.substring(0, bracket).contains("[")
                    || at.text.substring(0, bracket).contains("{");
            int end = Tokens.end(at.text, bracket, outer);
            return new Place(at.line, at.text, bracket)
                    .trap(
                            "an unquoted `[` begins a list in YAML",
                            "put the address in quotes",
                            quoted(at.text, bracket, end));
        }
        if (at.line != begin.line || at.index >= at.text.length()) {
            return notClosed(begin);
        }
        if (found == '}' || found == ']') {
            return at.trap(
                    at.shownCharacter() + " stands where the " + begin.shownCharacter() + " of column " + begin.column()
                            + " is not closed yet",
                    "close that one first",
                    null);
        }
        return at.trap(
                at.shownCharacter() + " cannot stand here, inside " + (begin.character() == '[' ? "a list" : "a map"),
                "put a comma between entries, and a text with special characters in quotes",
                null);
    }

    private static Trap notClosed(Place begin) {
        return begin.trap(
                "the " + begin.shownCharacter() + " that opens here is not closed",
                "what follows it was not read",
                null);
    }

    private static @Nullable String quoted(String line, int start, int end) {
        return end <= start
                ? null
                : line.substring(0, start) + inQuotes(line.substring(start, end)) + line.substring(end);
    }

    static String inQuotes(String text) {
        boolean special = text.indexOf('"') >= 0 || text.indexOf('\\') >= 0;
        return special ? "'" + text.replace("'", "''") + "'" : '"' + text + '"';
    }

    private static Place place(SourceText source, @Nullable Mark mark) {
        if (mark == null) {
            return new Place(1, source.line(1), 0);
        }
        String text = source.line(mark.getLine() + 1);
        return new Place(mark.getLine() + 1, text, SourceText.index(text, mark.getColumn() + 1));
    }

    /** A position as an index into its line. */
    record Place(int line, String text, int index) {
        char character() {
            return index < text.length() ? text.charAt(index) : ' ';
        }

        String shownCharacter() {
            return index < text.length() ? "`" + text.charAt(index) + "`" : "the end of the line";
        }

        int column() {
            return text.codePointCount(0, index) + 1;
        }

        Trap trap(String message, @Nullable String hint, @Nullable String corrected) {
            return new Trap(line, column(), message, hint, corrected);
        }
    }

    /** Where an unquoted text begins and ends in its line. */
    static final class Tokens {
        private static final Pattern KEY_END = Pattern.compile(":(?=\\s|$)|\\s#");

        private Tokens() {}

        static int start(String line, int from) {
            int start = from;
            while (start > 0 && ",[{".indexOf(line.charAt(start - 1)) < 0) {
                boolean afterKey = line.charAt(start - 1) == ' ' && start > 1 && line.charAt(start - 2) == ':';
                if (afterKey) {
                    break;
                }
                start--;
            }
            while (start < from && line.charAt(start) == ' ') {
                start++;
            }
            return start;
        }

        static int end(String line, int from, boolean inFlow) {
            int end = inFlow ? flowEnd(line, from) : line.length();
            Matcher key = KEY_END.matcher(line);
            if (key.find(from) && key.start() < end) {
                end = key.start();
            }
            while (end > from && Character.isWhitespace(line.charAt(end - 1))) {
                end--;
            }
            return end;
        }

        private static int flowEnd(String line, int from) {
            int depth = 0;
            for (int i = from; i < line.length(); i++) {
                char c = line.charAt(i);
                if (c == '{' || c == '[') {
                    depth++;
                } else if ((c == '}' || c == ']') && depth-- == 0 || c == ',' && depth == 0) {
                    return i;
                }
            }
            return line.length();
        }
    }
}
