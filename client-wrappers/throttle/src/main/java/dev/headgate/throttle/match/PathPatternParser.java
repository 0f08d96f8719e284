package dev.headgate.throttle.match;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads one path pattern and tells a person what is wrong with it. */
final class PathPatternParser {
    private PathPatternParser() {}

    static PathPattern parse(String text) {
        if (!text.startsWith("/")) {
            throw wrong(text, "does not begin with a slash: write \"/" + (text.equals("*") ? "**" : text) + "\"");
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '?' || text.charAt(i) == '#') {
                throw wrong(
                        text,
                        "has a query or fragment, and paths are matched without: write \"" + text.substring(0, i)
                                + "\"");
            }
        }
        refuseUnsent(text);
        List<String> parts = split(text);
        List<PathSegment> segments = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < parts.size(); i++) {
            boolean beforeAny = i + 1 < parts.size() && parts.get(i + 1).equals("**");
            segments.add(segment(text, parts.get(i), beforeAny, names));
        }
        return new PathPattern(text, segments);
    }

    private static PathSegment segment(String text, String part, boolean beforeAny, Set<String> names) {
        if (part.equals("**") || part.equals("*")) {
            return new PathSegment(null, null, part.equals("**"), false);
        }
        if (part.indexOf('*') >= 0) {
            int star = text.indexOf(part);
            String before = text.substring(0, star) + part.substring(0, part.indexOf('*'));
            throw wrong(
                    text,
                    "has a * inside a segment: * is a whole segment and ** any number of them, as \""
                            + (before.endsWith("/") ? before : before + "/") + "**\"");
        }
        if (part.indexOf('{') < 0 && part.indexOf('}') < 0) {
            return new PathSegment(part, null, false, beforeAny);
        }
        String name = part.length() > 2 ? part.substring(1, part.length() - 1) : "";
        if (!part.startsWith("{") || !part.endsWith("}") || !Ascii.isWord(name, "-_")) {
            throw wrong(
                    text,
                    "has braces that are not a whole segment with a name of letters, digits, - and _: write one as"
                            + " \"/users/{id}\"");
        }
        if (!names.add(name)) {
            throw wrong(text, "has {" + name + "} twice: give each its own name");
        }
        return new PathSegment(null, name, false, false);
    }

    private static List<String> split(String text) {
        int end = text.endsWith("/") ? text.length() - 1 : text.length();
        List<String> parts = new ArrayList<>();
        for (int position = 1; position <= end; ) {
            int slash = text.indexOf('/', position);
            int stop = slash < 0 || slash > end ? end : slash;
            parts.add(text.substring(position, stop));
            position = stop + 1;
        }
        return parts;
    }

    /** What no client puts on the wire could never match. */
    private static void refuseUnsent(String text) {
        StringBuilder sent = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < 127) {
                sent.append((char) b);
            } else {
                sent.append('%')
                        .append(Character.toUpperCase(Character.forDigit(b >> 4 & 15, 16)))
                        .append(Character.toUpperCase(Character.forDigit(b & 15, 16)));
            }
        }
        if (sent.length() != text.length()) {
            throw wrong(text, "is compared with the path as it is sent: write \"" + sent + "\"");
        }
    }

    private static IllegalArgumentException wrong(String text, String what) {
        return new IllegalArgumentException("\"" + text + "\" " + what);
    }
}
