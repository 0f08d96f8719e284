package dev.headgate.it.support;

import java.time.Duration;
import java.util.List;

/**
 * What a program left behind.
 *
 * @param command how it was started
 * @param exitCode its exit code
 * @param out lines of its standard output
 * @param err lines of its error output, the agent's among them
 * @param took from its start to its end
 */
public record Ended(String command, int exitCode, List<String> out, List<String> err, Duration took) {
    /** Returns what the agent counted, after checking that its counts add up. */
    public ExitReport report() {
        return ExitReport.in(err);
    }

    /** Returns the facts that the program printed under this name, in order. */
    public List<Facts> facts(String name) {
        return Facts.named(name, out);
    }

    /** Returns the agent's lines. */
    public List<String> agentLines() {
        return err.stream().filter(line -> line.startsWith("headgate")).toList();
    }

    @Override
    public String toString() {
        return command + "\nexit " + exitCode + " after " + took.toMillis() + " ms\n--- out\n" + String.join("\n", out)
                + "\n--- err\n" + String.join("\n", err);
    }
}
