package dev.headgate.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the file is. Immutable.
 *
 * @param file as it was named
 * @param namedBy what named it, for messages: {@code -Dheadgate.config}; null if nobody did and this is the default
 */
public record ConfigLocation(String file, @Nullable String namedBy) {
    /** The system property that names the file. */
    public static final String PROPERTY = "headgate.config";

    /** The environment variable that names the file. */
    public static final String ENVIRONMENT = "HEADGATE_CONFIG";

    /** The file that is looked for in the working directory if nobody names one. */
    public static final String DEFAULT = "headgate.yml";

    /**
     * Returns the file that is named by the first of these that names one; a blank name names none.
     *
     * @param argument of the agent
     * @param property value of {@link #PROPERTY}
     * @param environment value of {@link #ENVIRONMENT}
     */
    public static ConfigLocation of(
            @Nullable String argument, @Nullable String property, @Nullable String environment) {
        if (argument != null && !argument.isBlank()) {
            return new ConfigLocation(argument.strip(), "the agent's argument");
        }
        if (property != null && !property.isBlank()) {
            return new ConfigLocation(property.strip(), "-D" + PROPERTY);
        }
        if (environment != null && !environment.isBlank()) {
            return new ConfigLocation(environment.strip(), ENVIRONMENT);
        }
        return new ConfigLocation(DEFAULT, null);
    }

    /** Returns true if nobody named a file: then it need not be there. */
    public boolean isDefault() {
        return namedBy == null;
    }

    /**
     * Returns the file.
     *
     * @throws java.nio.file.InvalidPathException if no file can have that name
     */
    public Path path() {
        return Path.of(file);
    }
}
