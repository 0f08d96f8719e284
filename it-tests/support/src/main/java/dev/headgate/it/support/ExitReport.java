package dev.headgate.it.support;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the agent says at the end of a program: for each downstream, what became of the calls.
 *
 * @param downstreams by name
 */
public record ExitReport(Map<String, Account> downstreams) {
    private static final Pattern LINE = Pattern.compile("headgate: (.+?) offered=(\\d+) admitted=(\\d+) rejected=(\\d+)"
            + " cancelled=(\\d+) failed-open=(\\d+) held=(\\d+) longest-wait=(\\d+)ms.*");

    /**
     * The calls of one downstream.
     *
     * @param longestWaitMillis longest time that a call was held
     */
    public record Account(
            long offered,
            long admitted,
            long rejected,
            long cancelled,
            long failedOpen,
            long held,
            long longestWaitMillis) {}

    /** Reads the agent's lines; every downstream's counts must add up. */
    public static ExitReport in(List<String> lines) {
        Map<String, Account> found = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                long[] n = new long[8];
                for (int i = 2; i <= 8; i++) {
                    n[i - 1] = Long.parseLong(matcher.group(i));
                }
                if (n[1] != n[2] + n[3] + n[4] + n[5]) {
                    throw new AssertionError("The counts do not add up: " + line);
                }
                found.put(matcher.group(1), new Account(n[1], n[2], n[3], n[4], n[5], n[6], n[7]));
            }
        }
        return new ExitReport(found);
    }

    /** Returns the account of a downstream, which must have been reported. */
    public Account of(String downstream) {
        Account account = downstreams.get(downstream);
        if (account == null) {
            throw new AssertionError("No exit line for " + downstream + " among " + downstreams.keySet());
        }
        return account;
    }
}
