package dev.headgate.redis;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lua has room for 200 local variables. Where a script of many limits would have more, those that are numbered, one for each
 * limit or schedule, become fields of one table instead, which is slower.
 */
final class Locals {
    /** What is left is for names without a number. */
    private static final int MOST = 140;

    private static final Pattern NUMBERED = Pattern.compile("\\b([a-z]+[0-9]+)\\b");

    private Locals() {}

    static String fitted(String script) {
        long numbered = NUMBERED.matcher(script)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .count();
        return numbered <= MOST
                ? script
                : "local V = {}\n" + script.lines().map(Locals::asFields).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String asFields(String line) {
        String fields = NUMBERED.matcher(line).replaceAll("V.$1");
        if (!fields.startsWith("local V.")) {
            return fields;
        }
        String assignment = fields.substring("local ".length());
        return assignment.contains("=") ? assignment : assignment + " = nil";
    }
}
