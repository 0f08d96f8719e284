package dev.headgate.engine;

import dev.headgate.spi.Shape;
import dev.headgate.spi.Site;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The engine at work on the toy library, in this JVM: what an agent would do, without one. */
final class Toy {
    static final String CLIENT = "toylib.Client";
    static final String ADAPTER = "dev.headgate.adapter.toy.ToyAdapter";
    static final String OTHER = "dev.headgate.adapter.toy.OtherAdapter";

    final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    final AgentLog log =
            new AgentLog(AgentLog.Level.DEBUG, new PrintStream(lines, true, StandardCharsets.UTF_8), () -> "");
    final Seams seams;
    final Works works;
    final ClassGate classGate;

    Toy(Site... sites) {
        seams = new Seams(List.of(() -> List.of(sites)));
        ClassLoader rooms = Toy.class.getClassLoader();
        works = new Works(seams, rooms, new ModuleDoors(null, log), log);
        classGate = new ClassGate(Set.of("toylib/Client"), rooms, log, () -> works);
        works.behind.ready();
        Script.begin();
        log.start();
    }

    static Site site(String method, String descriptor, Site.Form form) {
        return site(method, descriptor, form, ADAPTER, Shape.NONE);
    }

    static Site site(String method, String descriptor, Site.Form form, String adapter, Shape shape) {
        return new Site("toylib", CLIENT, method, descriptor, form, adapter, shape);
    }

    /** Loads the library's class as a program's loader would, with the class gate in the way. */
    Class<?> load() {
        try {
            return new Program(Toy.class.getClassLoader()).loadClass(CLIENT);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    List<String> said() {
        log.flush(2_000);
        String all = lines.toString(StandardCharsets.UTF_8);
        return all.isEmpty() ? List.of() : Arrays.asList(all.split("\n"));
    }

    static byte[] classFile(String name) {
        try (InputStream in = Toy.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program's class loader: the library's class is its own, everything else its parent's. */
    final class Program extends ClassLoader {
        private final Map<String, byte[]> own;

        Program(@Nullable ClassLoader parent) {
            this(parent, Map.of(CLIENT, classFile(CLIENT)));
        }

        Program(@Nullable ClassLoader parent, Map<String, byte[]> own) {
            super(parent);
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            byte[] bytes = own.get(name);
            if (known != null || bytes == null) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            byte[] woven = classGate.transform(this, name.replace('.', '/'), null, null, bytes);
            byte[] result = woven == null ? bytes : woven;
            return defineClass(name, result, 0, result.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return Toy.class.getClassLoader().getResourceAsStream(name);
        }
    }
}
