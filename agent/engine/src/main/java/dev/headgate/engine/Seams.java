package dev.headgate.engine;

import dev.headgate.spi.Site;
import dev.headgate.spi.Sites;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All seams that the adapters in the agent's jar name, by class. Immutable. */
final class Seams {
    private static final String SITES = "META-INF/headgate/sites.index";
    private static final String TARGETS = "META-INF/headgate/targets.index";

    private final List<Seam> all = new ArrayList<>();
    private final Map<String, List<Seam>> byInternalName = new HashMap<>();
    private final Map<String, Sites> byLibrary = new HashMap<>();

    Seams(List<Sites> adapters) {
        for (Sites sites : adapters) {
            for (Site site : sites.all()) {
                Seam seam = new Seam(all.size(), site);
                all.add(seam);
                String name = site.type().replace('.', '/');
                List<Seam> ofClass = byInternalName.get(name);
                if (ofClass == null) {
                    ofClass = new ArrayList<>();
                    byInternalName.put(name, ofClass);
                }
                ofClass.add(seam);
                byLibrary.put(site.library(), sites);
            }
        }
    }

    /** Reads the index of the agent's jar. An adapter that cannot be read is an incomplete jar, hence an exception. */
    static Seams ofIndex(ClassLoader rooms) throws IOException, ReflectiveOperationException {
        List<Sites> adapters = new ArrayList<>();
        for (String name : lines(rooms, SITES)) {
            adapters.add((Sites) rooms.loadClass(name).getDeclaredConstructor().newInstance());
        }
        return new Seams(adapters);
    }

    /** Returns the classes that have a seam, named as in class files, without loading one of ours: as the build wrote them. */
    static Set<String> targets(ClassLoader rooms) throws IOException {
        return lines(rooms, TARGETS);
    }

    private static Set<String> lines(ClassLoader rooms, String index) throws IOException {
        Set<String> lines = new HashSet<>();
        try (InputStream in = rooms.getResourceAsStream(index)) {
            if (in == null) {
                throw new IOException(index + " is missing");
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                String name = line.trim();
                if (!name.isEmpty() && name.charAt(0) != '#') {
                    lines.add(name);
                }
            }
        }
        return lines;
    }

    int size() {
        return all.size();
    }

    Seam get(int number) {
        return all.get(number);
    }

    List<Seam> of(String internalName) {
        return byInternalName.getOrDefault(internalName, List.of());
    }

    /** Returns the JDK packages that adapters of the library look into, each as {@code module/package.name}. */
    List<String> opens(String library) {
        Sites sites = byLibrary.get(library);
        return sites == null ? List.of() : sites.opens();
    }

    /** Returns the classes of a library that have a seam, in the order of its sites. */
    List<String> typesOf(String library) {
        List<String> types = new ArrayList<>();
        for (Seam seam : all) {
            if (seam.site.library().equals(library) && !types.contains(seam.site.type())) {
                types.add(seam.site.type());
            }
        }
        return types;
    }

    /** Returns the libraries in which a seam was found so far, sorted. */
    Set<String> librariesFound() {
        Set<String> found = new TreeSet<>();
        for (Seam seam : all) {
            if (seam.found()) {
                found.add(seam.site.library());
            }
        }
        return found;
    }

    /** Returns true if some class of the library was instrumented. */
    boolean covers(String library) {
        for (Seam seam : all) {
            if (seam.found() && seam.site.library().equals(library)) {
                return true;
            }
        }
        return false;
    }
}
