package dev.headgate.config.cli;

import dev.headgate.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The command line of Headgate. What was asked for goes to {@code out}, what was asked wrongly to {@code err}. */
public final class CommandLine {
    /** All is well. */
    public static final int OK = 0;

    /** The file has errors. */
    public static final int PROBLEMS = 1;

    /** The command is not one. */
    public static final int USAGE = 2;

    private static final String HELP = """
            Headgate: a rate limiter for what a JVM calls.

              java -javaagent:headgate-agent.jar=headgate.yml -jar your.jar
                  run a program with it

              java -jar headgate-agent.jar check FILE
                  read FILE and print its limits as tables, or all that is wrong with it
              java -jar headgate-agent.jar explain FILE URL [--method M] [--header NAME:VALUE]...
              java -jar headgate-agent.jar explain FILE JDBC-URL|pool:NAME
                  tell which downstream a call would be charged to, why, and what it takes
              java -jar headgate-agent.jar --version
              java -jar headgate-agent.jar --help

            Ends with 0, with 1 if FILE has errors, with 2 if the command is not one of these.
            """;

    private CommandLine() {}

    /**
     * Runs one command.
     *
     * @return the code to exit with
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        List<String> words = List.of(args);
        String command = words.isEmpty() ? "" : words.get(0);
        try {
            switch (command) {
                case "check":
                    return Check.run(words.subList(1, words.size()), out);
                case "explain":
                    return Explain.run(words.subList(1, words.size()), out);
                case "--version", "-V", "version":
                    out.println("headgate " + version());
                    return OK;
                case "--help", "-h", "help":
                    out.print(HELP);
                    return OK;
                default:
                    throw new UsageException(
                            command.isEmpty() ? "there is no command" : "\"" + command + "\" is not a command");
            }
        } catch (UsageException wrong) {
            err.println("headgate: " + wrong.getMessage() + "; try --help");
            return USAGE;
        } catch (ConfigException bad) {
            Remarks.print(bad.problems(), out);
            return PROBLEMS;
        }
    }

    private static String version() {
        try (InputStream in = CommandLine.class.getResourceAsStream("version.txt")) {
            return in == null ? "(unknown version)" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            return "(unknown version)";
        }
    }
}
