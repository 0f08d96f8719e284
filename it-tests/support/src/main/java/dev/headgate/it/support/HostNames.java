package dev.headgate.it.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;

/**
 * Host names that a forked JVM resolves to 127.0.0.1, given with {@code -Djdk.net.hosts.file}. The look-up is exact: every
 * spelling needs an entry.
 */
public final class HostNames {
    private final Set<String> names = new TreeSet<>(Set.of("localhost"));

    private HostNames() {}

    /**
     * Chooses names.
     *
     * @param hosts each a name, or several: {@code {a,b}.{x,y}.test} are four
     */
    public static HostNames of(String... hosts) {
        HostNames all = new HostNames();
        for (String host : hosts) {
            all.add(host);
        }
        return all;
    }

    private void add(String host) {
        int open = host.indexOf('{');
        if (open < 0) {
            names.add(host);
            return;
        }
        int close = host.indexOf('}', open);
        for (String choice : host.substring(open + 1, close).split(",", -1)) {
            add(host.substring(0, open) + choice + host.substring(close + 1));
        }
    }

    /** Writes the file into a folder and returns it. */
    public File in(File directory) {
        try {
            File file = File.createTempFile("hosts", ".txt", directory);
            StringBuilder text = new StringBuilder();
            names.forEach(name -> text.append("127.0.0.1 ").append(name).append('\n'));
            Files.writeString(file.toPath(), text, StandardCharsets.US_ASCII);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
