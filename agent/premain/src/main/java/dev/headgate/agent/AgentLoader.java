package dev.headgate.agent;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent's own classes from below {@code inst/} of its jar, where no other loader finds them by chance: their names
 * end in {@code .classdata}. It sees the JDK and the boot classes, never the program. Public because the JVM may define it in
 * another loader than {@link Premain}.
 */
public final class AgentLoader extends ClassLoader {
    private static final String ROOM = "inst/";

    static {
        registerAsParallelCapable();
    }

    private final JarFile jar;
    private final ClassLoader doors;
    private final String version;

    /**
     * Opens the room.
     *
     * @param jar the agent's jar; stays open
     * @param doors where {@code boot} and {@code api} come from if they are not on the boot class path
     * @throws IOException if the jar's manifest cannot be read
     */
    public AgentLoader(JarFile jar, ClassLoader doors) throws IOException {
        super("headgate", ClassLoader.getPlatformClassLoader());
        this.jar = jar;
        this.doors = doors;
        String declared = jar.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        this.version = declared == null ? "unknown" : declared;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes;
        try {
            bytes = read(name.replace('.', '/').concat(".class"));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        if (bytes == null) {
            if (name.startsWith("dev.headgate.boot.") || name.startsWith("dev.headgate.api.")) {
                return doors.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            int end = name.lastIndexOf('.');
            if (end > 0 && getDefinedPackage(name.substring(0, end)) == null) {
                define(name.substring(0, end));
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private void define(String packageName) {
        try {
            definePackage(packageName, null, null, null, "Headgate", version, null, null);
        } catch (IllegalArgumentException e) {
            // Another thread was first.
        }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        try {
            byte[] bytes = read(name);
            return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected @Nullable URL findResource(String name) {
        try {
            String entry = entryOf(name);
            return jar.getJarEntry(entry) == null
                    ? null
                    : new URL("jar:" + new java.io.File(jar.getName()).toURI() + "!/" + entry);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null
                ? Collections.<URL>emptyEnumeration()
                : Collections.enumeration(Collections.singletonList(found));
    }

    private byte @Nullable [] read(String name) throws IOException {
        JarEntry entry = jar.getJarEntry(entryOf(name));
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private static String entryOf(String name) {
        return name.endsWith(".class") ? ROOM + name + "data" : ROOM + name;
    }
}
