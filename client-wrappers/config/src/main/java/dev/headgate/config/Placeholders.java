package dev.headgate.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Puts in what {@code ${NAME}}, {@code ${NAME:default}} and {@code ${file:/path}} stand for. What they stand for is never
 * printed.
 */
final class Placeholders {
    private static final int LARGEST = 64 * 1024;
    private static final String FILE = "file:";

    private final Function<String, @Nullable String> environment;

    Placeholders(Function<String, @Nullable String> environment) {
        this.environment = environment;
    }

    static boolean in(String text) {
        return text.contains("${");
    }

    String expand(String text) throws BadValue {
        return expand(text, UnaryOperator.identity());
    }

    /**
     * As {@link #expand(String)}.
     *
     * @param spelling how a value is spelled where it is put in
     */
    String expand(String text, UnaryOperator<String> spelling) throws BadValue {
        StringBuilder expanded = new StringBuilder();
        int done = 0;
        for (int begin = text.indexOf("${"); begin >= 0; begin = text.indexOf("${", done)) {
            int end = text.indexOf('}', begin);
            if (end < 0) {
                throw new BadValue("has a placeholder that is not closed", "write ${NAME} or ${NAME:default}", null);
            }
            expanded.append(text, done, begin).append(spelling.apply(value(text.substring(begin + 2, end))));
            done = end + 1;
            if (expanded.length() > LARGEST) {
                throw new BadValue("stands for more than 64 KB", null, null);
            }
        }
        return expanded.append(text, done, text.length()).toString();
    }

    private String value(String inside) throws BadValue {
        if (inside.startsWith(FILE)) {
            return contents(inside.substring(FILE.length()));
        }
        int colon = inside.indexOf(':');
        String name = colon < 0 ? inside : inside.substring(0, colon);
        if (!name.matches("[A-Za-z_][A-Za-z0-9_.]*")) {
            throw new BadValue(
                    "has a placeholder without a name", "write ${NAME}, ${NAME:default} or ${file:/path}", null);
        }
        String value = environment.apply(name);
        if (value != null) {
            return value;
        }
        if (colon < 0) {
            throw new BadValue(
                    "needs the environment variable " + name + ", which is not set",
                    "set it, or give a default: ${" + name + ":default}",
                    null);
        }
        return inside.substring(colon + 1);
    }

    private static String contents(String name) throws BadValue {
        try {
            Path path = Path.of(name);
            if (!Files.isRegularFile(path)) {
                throw new BadValue("names a file that is not there", "the file is " + name, null);
            }
            try (InputStream in = Files.newInputStream(path)) {
                byte[] bytes = in.readNBytes(LARGEST + 1);
                if (bytes.length > LARGEST) {
                    throw new BadValue("names a file that is larger than 64 KB", "the file is " + name, null);
                }
                return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
            }
        } catch (IOException | InvalidPathException unreadable) {
            throw new BadValue("names a file that cannot be read", "the file is " + name, null);
        }
    }
}
