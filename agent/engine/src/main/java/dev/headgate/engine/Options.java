package dev.headgate.engine;

import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the agent was told beside the file: {@code -javaagent:headgate-agent.jar=/path/headgate.yml,strict=true,log=debug}. Each
 * option may also be a system property {@code headgate.<name>} or an environment variable {@code HEADGATE_<NAME>}; the argument
 * stands above the property, the property above the variable. Immutable.
 *
 * @param file the file, null if none was named and there is no {@code ./headgate.yml}
 * @param strict a file that cannot be used keeps the program from starting
 * @param level how much the log says
 * @param logFile where the log goes; null for {@code System.err}
 * @param complaints what could not be understood, for a person
 */
record Options(
        @Nullable File file,
        boolean strict,
        AgentLog.Level level,
        @Nullable File logFile,
        List<String> complaints) {
    /** Where the JVM keeps what it was told. */
    static class Outside {
        @Nullable
        String property(String name) {
            return System.getProperty(name);
        }

        @Nullable
        String variable(String name) {
            return System.getenv(name);
        }
    }

    private static final List<String> NAMES = List.of("config", "strict", "log", "log-file");

    /**
     * Reads all three sources.
     *
     * @param argument what follows {@code =} after the jar, or null
     * @param outside gives system properties and environment variables
     * @param directory where {@code headgate.yml} is looked for if no source names a file
     */
    static Options read(@Nullable String argument, Outside outside, File directory) {
        List<String> complaints = new ArrayList<>();
        Map<String, String> told = new HashMap<>();
        for (String name : NAMES) {
            String value = outside.property("headgate." + name);
            if (value == null) {
                value = outside.variable("HEADGATE_" + name.replace('-', '_').toUpperCase(Locale.ROOT));
            }
            if (value != null && !value.isEmpty()) {
                told.put(name, value);
            }
        }
        told.putAll(parse(argument == null ? "" : argument, complaints));
        String config = told.get("config");
        File local = new File(directory, "headgate.yml");
        File file = config != null ? new File(config) : local.isFile() ? local : null;
        String logFile = told.get("log-file");
        return new Options(
                file,
                truth(told.get("strict"), complaints),
                level(told.get("log"), complaints),
                logFile == null ? null : new File(logFile),
                List.copyOf(complaints));
    }

    private static Map<String, String> parse(String argument, List<String> complaints) {
        Map<String, String> told = new HashMap<>();
        for (String part : argument.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? "" : part.substring(0, equals).trim();
            if (NAMES.contains(name)) {
                told.put(name, part.substring(equals + 1).trim());
            } else if (!part.isBlank() && !told.containsKey("config") && !isOptionLike(name)) {
                told.put("config", part.trim());
            } else if (!part.isBlank()) {
                complaints.add("unknown option '" + part.trim() + "' after the agent's jar; there are a file and "
                        + String.join(", ", NAMES));
            }
        }
        return told;
    }

    // A path may hold an equals sign, an option's name holds no separator or dot.
    private static boolean isOptionLike(String name) {
        return !name.isEmpty() && name.matches("[a-zA-Z-]+");
    }

    private static boolean truth(@Nullable String value, List<String> complaints) {
        if (value == null || value.equalsIgnoreCase("false")) {
            return false;
        }
        if (!value.equalsIgnoreCase("true")) {
            complaints.add("strict is true or false, not '" + value + "'; taken as false");
            return false;
        }
        return true;
    }

    private static AgentLog.Level level(@Nullable String value, List<String> complaints) {
        if (value == null) {
            return AgentLog.Level.INFO;
        }
        for (AgentLog.Level level : AgentLog.Level.values()) {
            if (level.name().equalsIgnoreCase(value)) {
                return level;
            }
        }
        complaints.add("log is off, error, warn, info or debug, not '" + value + "'; taken as info");
        return AgentLog.Level.INFO;
    }
}
