package dev.headgate.config;

import dev.headgate.config.report.Problem;
import dev.headgate.redis.RedisSettings;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Rule;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A file that has been read and found sound. Immutable. */
public final class Configuration {
    private final String name;
    private final OptionalLong revision;
    private final int mostWaiting;
    private final @Nullable RedisSettings redis;
    private final List<Rule> rules;
    private final List<Problem> remarks;
    private final Map<Object, Integer> lines;

    Configuration(
            String name,
            OptionalLong revision,
            int mostWaiting,
            @Nullable RedisSettings redis,
            List<Rule> rules,
            List<Problem> remarks,
            Map<Object, Integer> lines) {
        this.name = name;
        this.revision = revision;
        this.mostWaiting = mostWaiting;
        this.redis = redis;
        this.rules = List.copyOf(rules);
        this.remarks = List.copyOf(remarks);
        this.lines = new IdentityHashMap<>(lines);
    }

    /**
     * Reads a file. Environment variables that it names are those of this process.
     *
     * @throws ConfigException if it is not there, cannot be read or is not sound; it tells all problems at once
     */
    public static Configuration read(Path file) {
        return ConfigReader.read(file, System::getenv);
    }

    /**
     * Reads a text.
     *
     * @param name of the file, for messages
     * @throws ConfigException if it is not sound; it tells all problems at once
     */
    public static Configuration parse(String text, String name) {
        return ConfigReader.parse(text, name, System::getenv);
    }

    /** Returns the file as it was named. */
    public String name() {
        return name;
    }

    /** Returns the file's own revision, if it gives one. */
    public OptionalLong revision() {
        return revision;
    }

    /** Returns how many calls may wait at the same time in the whole process. */
    public int mostWaiting() {
        return mostWaiting;
    }

    /** Returns where limits are shared, if the file says so. */
    public Optional<RedisSettings> redis() {
        return Optional.ofNullable(redis);
    }

    /** Returns the rules in the order of the file. */
    public List<Rule> rules() {
        return rules;
    }

    /** Returns warnings and notes: what in the file cannot have the effect that it seems to have. */
    public List<Problem> remarks() {
        return remarks;
    }

    /** Returns the line in which a limit of {@link #rules} was written; 0 if it is of no file. */
    public int lineOf(Limit limit) {
        return lines.getOrDefault(limit, 0);
    }

    /** Returns the line in which one of {@link #rules} begins; 0 if it is of no file. */
    public int lineOf(Rule rule) {
        return lines.getOrDefault(rule, 0);
    }
}
