package dev.headgate.config;

import dev.headgate.config.yaml.Shown;
import java.util.regex.Pattern;

/** What a downstream may be called: its name is logged, and stands in exceptions and metrics. */
final class RuleName {
    private static final Pattern CREDENTIALS = Pattern.compile(
            "//[^?;]*@|jdbc:oracle:\\w*:[^@(]+@|(?:password|passwd|pwd|secret|token|credential)\\w*\\s*=",
            Pattern.CASE_INSENSITIVE);
    private static final int LONGEST = 200;

    private RuleName() {}

    /** Throws, without the name, if it is none. */
    static void check(String name) throws BadValue {
        if (name.isBlank()) {
            throw new BadValue(
                    "a downstream without a name", "write a host, a JDBC URL or a name before the `:`", null);
        }
        if (name.length() > LONGEST || name.codePoints().anyMatch(Shown::isObeyed)) {
            throw new BadValue(
                    "the name of a downstream is too long, or not printable",
                    "at most " + LONGEST + " characters; what it matches can stand under `match`",
                    null);
        }
        if (CREDENTIALS.matcher(name).find()) {
            throw new BadValue(
                    "the name of this downstream holds a user or a password",
                    "take them out: URLs are compared by host, port and database",
                    null);
        }
    }
}
