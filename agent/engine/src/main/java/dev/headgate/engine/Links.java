package dev.headgate.engine;

import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.spi.Site;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The adapters of instrumented classes, linked at the first call. They hang on the instrumented class itself, so that nothing
 * of the agent refers to the program's class loaders and a redeployed program can be collected. Thread-safe.
 */
final class Links {
    private final Seams seams;
    private final InForce rules;
    private final ClassLoader rooms;
    private final ModuleDoors doors;

    private final ClassValue<AtomicReferenceArray<Adapter>> adapters = new ClassValue<>() {
        @Override
        protected AtomicReferenceArray<Adapter> computeValue(Class<?> owner) {
            return new AtomicReferenceArray<>(seams.size());
        }
    };

    private final ClassValue<Library> libraries = new ClassValue<>() {
        @Override
        protected Library computeValue(Class<?> anchor) {
            return new Library(new AdapterLoader(rooms, anchor.getClassLoader()), new Context(rules));
        }
    };

    private record Library(AdapterLoader loader, Context context) {}

    Links(Seams seams, InForce rules, ClassLoader rooms, ModuleDoors doors) {
        this.seams = seams;
        this.rules = rules;
        this.rooms = rooms;
        this.doors = doors;
    }

    Adapter adapter(Class<?> owner, int site) throws ReflectiveOperationException {
        AtomicReferenceArray<Adapter> linked = adapters.get(owner);
        Adapter adapter = linked.get(site);
        return adapter == null ? link(linked, owner, site) : adapter;
    }

    // Without a lock: a class loader of the program that loads over HTTP may be inside its own lock here.
    private Adapter link(AtomicReferenceArray<Adapter> linked, Class<?> owner, int number)
            throws ReflectiveOperationException {
        Site site = seams.get(number).site;
        Library library = libraries.get(anchor(owner, site.library()));
        doors.open(seams.opens(site.library()), owner, library.loader());
        Adapter adapter = (Adapter) library.loader()
                .loadClass(site.adapter())
                .getConstructor(AdapterContext.class)
                .newInstance(library.context());
        Adapter first = linked.compareAndExchange(number, null, adapter);
        return first == null ? adapter : first;
    }

    /** The class on which the library's one adapter loader hangs; it must be of the same class loader as the owner. */
    private Class<?> anchor(Class<?> owner, String library) {
        for (String type : seams.typesOf(library)) {
            Class<?> found = find(type, owner.getClassLoader());
            if (found != null && found.getClassLoader() == owner.getClassLoader()) {
                return found;
            }
        }
        return owner;
    }

    private static @Nullable Class<?> find(String name, @Nullable ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            return null;
        }
    }
}
