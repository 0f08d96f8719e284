package dev.headgate.config.yaml;

import dev.headgate.config.yaml.Traps.Place;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The traps of YAML's lines: spaces after colons, indentation, braces that were left out. */
final class Lines {
    private static final Pattern RATE = Pattern.compile("\\d+/\\d*(ms|s|m|h|d)");
    private static final Pattern NO_SPACE = Pattern.compile(
            "(\\s*(?:- )?(?:\"[^\"]*\"|'[^']*'|[^\\s\"'#{\\[][^\\s\"']*?)):(\\d+/\\S+|\\d+(?:ms|s|m|h|d)|unlimited|enforce|observe|off|[\\[{\"'].*)\\s*(?:#.*)?");
    private static final Pattern NO_BRACES =
            Pattern.compile("(\\s*)(- )?([^\\s:,][^:,]*): ([^,{\\[\"'#]+), ([A-Za-z][\\w-]*: .*)");
    private static final Pattern TWO_KEYS =
            Pattern.compile("(\\s*(?:- )?[^\\s:#\"'][^:]*): ([A-Za-z][\\w-]*: [^#]*?)\\s*(?:#.*)?");
    private static final Pattern DASH = Pattern.compile("(\\s*(?:- )?\\S[^#]*?:) - ([^\\s#][^#]*?)\\s*(?:#.*)?");

    private Lines() {}

    static Trap diagnose(SourceText source, Place at, String problem) {
        if (problem.contains("sequence entries are not allowed")) {
            Matcher dash = DASH.matcher(at.text());
            return at.trap(
                    "a list cannot begin here",
                    "write it in brackets, or begin it on the next line",
                    dash.matches() ? dash.group(1) + " [" + dash.group(2) + "]" : null);
        }
        Trap space = missingSpace(source, at);
        if (space != null) {
            return space;
        }
        if (problem.contains("mapping values are not allowed")) {
            return secondColon(source, at);
        }
        if (problem.contains("found '<block mapping start>'")
                || problem.contains("found '<block sequence start>'")
                || problem.contains("found '-'")
                || problem.contains("found '<block entry>'")) {
            return indentation(source, at);
        }
        if (at.character() == ']' || at.character() == '}') {
            return at.trap(at.shownCharacter() + " closes nothing that was opened", null, null);
        }
        char before = at.index() > 0 ? at.text().charAt(at.index() - 1) : ' ';
        if (before == '"' || before == '\'') {
            return at.trap("text stands after the closing quote", "put all of it inside the quotes", null);
        }
        return at.trap("this is not YAML: " + Shown.clipped(problem), "what follows was not read", null);
    }

    /** {@code name:100/s}: told of this line, or of the line above, which YAML joins to this one. */
    private static @Nullable Trap missingSpace(SourceText source, Place at) {
        for (int line = at.line(); line >= Math.max(1, above(source, at.line())); line--) {
            String text = source.line(line);
            Matcher glued = NO_SPACE.matcher(text);
            if (glued.matches()) {
                int colon = glued.end(1);
                return new Place(line, text, colon)
                        .trap(
                                "a space is missing after `:`",
                                null,
                                text.substring(0, colon + 1) + " " + text.substring(colon + 1));
            }
        }
        return null;
    }

    private static Trap secondColon(SourceText source, Place at) {
        String text = at.text();
        Matcher braces = NO_BRACES.matcher(text);
        if (braces.matches()) {
            String dash = braces.group(2) == null ? "" : braces.group(2);
            String key = braces.group(3);
            String value = braces.group(4).strip();
            String rest = braces.group(5).strip();
            boolean limit = dash.isEmpty() && RATE.matcher(value).matches();
            String corrected = !dash.isEmpty()
                    ? braces.group(1) + dash + "{" + key + ": " + value + ", " + rest + "}"
                    : braces.group(1) + key + ": {" + (limit ? "limits: [" + value + "]" : value) + ", " + rest + "}";
            boolean sure = limit || !dash.isEmpty();
            return at.trap(
                    "a line holds one key, unless braces stand round them",
                    "put braces round the keys",
                    sure ? corrected : null);
        }
        int above = above(source, at.line());
        int indent = Masking.indent(text);
        int indentAbove = Masking.indent(source.line(above));
        boolean firstColon = text.indexOf(':') == at.index() || text.indexOf(": ") == at.index();
        if (firstColon && above > 0 && indent > indentAbove) {
            return new Place(at.line(), text, indent)
                    .trap(
                            "this line is indented deeper than line " + above + ", which has its value already",
                            "begin both lines at the same column",
                            null)
                    .correctedTo(source.line(above).substring(0, indentAbove) + text.substring(indent));
        }
        Matcher two = TWO_KEYS.matcher(text);
        return at.trap(
                "a second `:` in one line",
                "put braces round what belongs to the first key, or quotes round a text with a colon in it",
                two.matches() ? two.group(1) + ": {" + two.group(2) + "}" : null);
    }

    private static Trap indentation(SourceText source, Place at) {
        int indent = Masking.indent(at.text());
        int above = above(source, at.line());
        boolean shallower = above > 0 && Masking.indent(source.line(above)) > indent;
        Trap trap = at.trap(
                "this line begins at column " + (indent + 1) + ", where no line above that it could belong to begins",
                shallower
                        ? "begin it where line " + above + " begins"
                        : "begin it where the other keys of its map begin",
                null);
        return shallower
                ? trap.correctedTo(source.line(above).substring(0, Masking.indent(source.line(above)))
                        + at.text().substring(indent))
                : trap;
    }

    /** Returns the number of the last line before {@code line} that says something; 0 if there is none. */
    private static int above(SourceText source, int line) {
        int above = line - 1;
        while (above > 0
                && (source.line(above).isBlank() || source.line(above).strip().startsWith("#"))) {
            above--;
        }
        return above;
    }
}
