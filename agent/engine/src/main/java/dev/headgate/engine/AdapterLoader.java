package dev.headgate.engine;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Where adapters live: it sees the library that the program uses and the agent's own classes. Adapters and the wrapper of the
 * same library are defined here from the agent's jar, even if the program has that wrapper too; one loader serves all classes
 * of a library in one class loader of the program, so that its adapters share their types.
 */
final class AdapterLoader extends ClassLoader {
    // The packages that link against a client library. Everything else of ours is the agent's.
    private static final String[] DEFINED_HERE = {
        "dev.headgate.adapter.",
        "dev.headgate.okhttp.",
        "dev.headgate.jdbc.",
        "dev.headgate.jdkhttp.",
        "dev.headgate.apachehttp."
    };

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader rooms;
    private final ClassLoader library;

    AdapterLoader(ClassLoader rooms, @Nullable ClassLoader library) {
        super("headgate-adapter", null);
        this.rooms = rooms;
        this.library = library == null ? ClassLoader.getPlatformClassLoader() : library;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (isDefinedHere(name)) {
            return own(name);
        }
        return name.startsWith("dev.headgate.") ? rooms.loadClass(name) : library.loadClass(name);
    }

    private Class<?> own(String name) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] bytes = read(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private byte[] read(String name) throws ClassNotFoundException {
        try (InputStream in = rooms.getResourceAsStream(name.replace('.', '/').concat(".class"))) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    static boolean isDefinedHere(String name) {
        for (String prefix : DEFINED_HERE) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
