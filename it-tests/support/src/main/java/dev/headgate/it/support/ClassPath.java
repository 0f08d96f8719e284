package dev.headgate.it.support;

import java.io.File;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds where classes of this JVM came from, to give a forked one just those. */
public final class ClassPath {
    private ClassPath() {}

    /**
     * Returns the jars and folders that hold these classes, each once.
     *
     * @param classes binary names
     */
    public static List<String> holding(String... classes) {
        Set<String> entries = new LinkedHashSet<>();
        for (String name : classes) {
            entries.add(entryOf(name)
                    .orElseThrow(() -> new IllegalArgumentException("Not on the class path of this test: " + name)));
        }
        return List.copyOf(entries);
    }

    /** Returns this JVM's class path without the jars and folders that hold these classes, where there are any. */
    public static List<String> withoutThose(String... classes) {
        Set<String> entries = new LinkedHashSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            entries.add(entry);
        }
        for (String name : classes) {
            entryOf(name).ifPresent(entries::remove);
        }
        return List.copyOf(entries);
    }

    private static Optional<String> entryOf(String name) {
        String resource = name.replace('.', '/') + ".class";
        URL found = ClassPath.class.getClassLoader().getResource(resource);
        if (found == null) {
            return Optional.empty();
        }
        try {
            if (found.openConnection() instanceof JarURLConnection jar) {
                return Optional.of(new File(jar.getJarFileURL().toURI()).getPath());
            }
            String folder = found.toURI().toString();
            return Optional.of(
                    new File(URI.create(folder.substring(0, folder.length() - resource.length()))).getPath());
        } catch (Exception e) {
            throw new IllegalStateException("Cannot tell the file of " + found, e);
        }
    }
}
