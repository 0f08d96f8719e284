package dev.headgate.config;

import dev.headgate.config.report.Problem;
import dev.headgate.throttle.Rule;
import java.util.List;
import java.util.Map;

/** Reads texts as files, with an environment of the test's own. */
final class Reading {
    private Reading() {}

    static Configuration of(String text) {
        return of(text, Map.of());
    }

    static Configuration of(String text, Map<String, String> environment) {
        return ConfigReader.parse(text, "headgate.yml", environment::get);
    }

    static Rule rule(String text) {
        return of(text).rules().get(0);
    }

    /** Returns the problems of a text that must have errors. */
    static List<Problem> problems(String text) {
        return problems(text, Map.of());
    }

    static List<Problem> problems(String text, Map<String, String> environment) {
        try {
            Configuration sound = of(text, environment);
            throw new AssertionError("no error was found in " + sound.rules());
        } catch (ConfigException refused) {
            return refused.problems();
        }
    }
}
