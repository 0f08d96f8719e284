package dev.headgate.it.support;

import java.io.File;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.LinkedHashSet;
import java.util.List;
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
            entries.add(entryOf(name.replace('.', '/') + ".class"));
        }
        return List.copyOf(entries);
    }

    /** Returns this JVM's class path without the jars and folders that hold these classes. */
    public static List<String> withoutThose(String... classes) {
        Set<String> entries = new LinkedHashSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            entries.add(entry);
        }
        for (String name : classes) {
            entries.remove(entryOf(name.replace('.', '/') + ".class"));
        }
        return List.copyOf(entries);
    }

    private static String entryOf(String resource) {
        URL found = ClassPath.class.getClassLoader().getResource(resource);
        if (found == null) {
            throw new IllegalArgumentException("Not on the class path of this test: " + resource);
        }
        try {
            if (found.openConnection() instanceof JarURLConnection jar) {
                return new File(jar.getJarFileURL().toURI()).getPath();
            }
            String folder = found.toURI().toString();
            return new File(URI.create(folder.substring(0, folder.length() - resource.length()))).getPath();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot tell the file of " + found, e);
        }
    }
}
