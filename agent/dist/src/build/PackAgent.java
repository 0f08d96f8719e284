import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The last step of the agent's jar: what the JVM must find stays at its root, everything else moves below {@code inst/} where
 * only the agent's own loader looks. Entries are sorted and carry one fixed time. Run by the build as a single source file.
 */
final class PackAgent {
    private static final String[] ROOT = {"dev/headgate/boot/", "dev/headgate/api/", "dev/headgate/agent/"};
    private static final String OURS = "inst/dev/headgate/";
    private static final List<String> PRUNED = List.of("jedis", "authx", "pool2", "gson", "json");
    private static final Pattern SHADED = Pattern.compile("dev/headgate/shaded/[\\w/$]+");
    private static final String LICENSES = "META-INF/licenses/";
    private static final long MOST_BYTES = 8_000_000;

    public static void main(String[] arguments) throws IOException {
        File jar = new File(arguments[0]);
        TreeMap<String, byte[]> entries = new TreeMap<>();
        read(jar, entries);
        dropUnreached(entries);
        entries.put("inst/META-INF/headgate/targets.index", targets(jar, entries.get("inst/META-INF/headgate/sites.index")));
        bill(new File(arguments[1]), entries);
        write(jar, manifest(arguments[2]), entries, Instant.parse(arguments[3]));
        System.out.printf("headgate-agent.jar: %,d bytes, %,d entries%n", jar.length(), entries.size());
        if (jar.length() >= MOST_BYTES) {
            throw new IOException(jar + " is larger than " + MOST_BYTES + " bytes");
        }
    }

    // CycloneDX leaves it out when Maven is offline; without the network the jar is built all the same.
    private static void bill(File materials, Map<String, byte[]> into) throws IOException {
        if (materials.isFile()) {
            into.put("META-INF/sbom/headgate-agent.cdx.json", Files.readAllBytes(materials.toPath()));
        } else {
            System.out.println("headgate-agent.jar: packed without its bill of materials, which needs Maven online");
        }
    }

    private static void read(File jar, Map<String, byte[]> into) throws IOException {
        try (JarFile shaded = new JarFile(jar)) {
            for (var entry : Collections.list(shaded.entries())) {
                if (entry.isDirectory() || entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    continue;
                }
                try (InputStream in = shaded.getInputStream(entry)) {
                    if (into.put(room(entry.getName()), in.readAllBytes()) != null) {
                        throw new IOException(entry.getName() + " is there twice");
                    }
                }
            }
        }
    }

    /** A class of these is only kept if something of ours leads to it; what is found by reflection must not be among them. */
    private static void dropUnreached(TreeMap<String, byte[]> entries) throws IOException {
        Set<String> reached = new HashSet<>();
        ArrayDeque<String> ahead = new ArrayDeque<>();
        for (String name : entries.keySet()) {
            if (name.startsWith(OURS) && name.endsWith(".classdata") && !isOfPrunedLibrary(name)) {
                ahead.add(name);
            }
        }
        while (!ahead.isEmpty()) {
            String name = ahead.remove();
            for (Map.Entry<String, Boolean> type : namesIn(entries.get(name)).entrySet()) {
                String entry = "inst/" + type.getKey() + ".classdata";
                if (!isOfPrunedLibrary(entry)) {
                    continue;
                }
                if (entries.containsKey(entry) && reached.add(entry)) {
                    ahead.add(entry);
                } else if (!entries.containsKey(entry) && type.getValue()) {
                    throw new IOException(name + " needs " + type.getKey() + ", which is not in the jar");
                }
            }
        }
        int before = entries.size();
        entries.keySet().removeIf(name -> name.endsWith(".classdata") && isOfPrunedLibrary(name) && !reached.contains(name));
        System.out.printf("headgate-agent.jar: %,d classes of Redis libraries kept, %,d dropped%n", reached.size(), before - entries.size());
    }

    private static boolean isOfPrunedLibrary(String entry) {
        for (String library : PRUNED) {
            if (entry.startsWith("inst/dev/headgate/shaded/" + library + "/")) {
                return true;
            }
        }
        return false;
    }

    /**
     * The classes that a class file names in its constant pool (JVM specification, 4.4), descriptors and texts included; true
     * for those that it links to.
     */
    private static Map<String, Boolean> namesIn(byte[] file) throws IOException {
        Map<Integer, String> texts = new HashMap<>();
        Set<Integer> links = new HashSet<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        in.skipNBytes(8);
        int constants = in.readUnsignedShort();
        for (int i = 1; i < constants; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.put(i, in.readUTF().replace('.', '/'));
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                case 7 -> links.add(in.readUnsignedShort());
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                default -> throw new IOException("unknown constant " + tag);
            }
        }
        Map<String, Boolean> names = new HashMap<>();
        texts.forEach((index, text) -> {
            Matcher name = SHADED.matcher(text);
            while (name.find()) {
                names.merge(name.group(), links.contains(index), Boolean::logicalOr);
            }
        });
        return names;
    }

    /** The classes that have a seam, one a line, so that the agent can start without loading an adapter. */
    private static byte[] targets(File jar, byte[] sites) throws IOException {
        TreeSet<String> types = new TreeSet<>();
        try (URLClassLoader shaded = new URLClassLoader(new URL[] {jar.toURI().toURL()})) {
            for (String name : new String(sites, StandardCharsets.UTF_8).split("\\s+")) {
                if (!name.isEmpty()) {
                    Class<?> type = shaded.loadClass(name);
                    List<?> all = (List<?>) type.getMethod("all").invoke(type.getConstructor().newInstance());
                    for (Object site : all) {
                        String target = (String) site.getClass().getMethod("type").invoke(site);
                        types.add(target.replace('.', '/'));
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IOException("an adapter's sites cannot be read", e);
        }
        return (String.join("\n", types) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String room(String name) {
        for (String root : ROOT) {
            if (name.startsWith(root)) {
                return name;
            }
        }
        if (name.startsWith(LICENSES)) {
            return name;
        }
        return "inst/" + (name.endsWith(".class") ? name + "data" : name);
    }

    private static Manifest manifest(String version) {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, "dev.headgate.agent.Premain");
        main.put(Attributes.Name.IMPLEMENTATION_TITLE, "Headgate agent");
        main.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        main.putValue("Premain-Class", "dev.headgate.agent.Premain");
        main.putValue("Agent-Class", "dev.headgate.agent.Premain");
        main.putValue("Can-Redefine-Classes", "true");
        main.putValue("Can-Retransform-Classes", "true");
        main.putValue("Automatic-Module-Name", "dev.headgate.agent");
        return manifest;
    }

    private static void write(File jar, Manifest manifest, Map<String, byte[]> entries, Instant time)
            throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        manifest.write(head);
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(jar))) {
            out.setLevel(Deflater.BEST_COMPRESSION);
            put(out, JarFile.MANIFEST_NAME, head.toByteArray(), time);
            for (var entry : entries.entrySet()) {
                put(out, entry.getKey(), entry.getValue(), time);
            }
        }
    }

    private static void put(ZipOutputStream out, String name, byte[] bytes, Instant time) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        // The local form has no zone in it: the bytes are the same wherever they are made.
        entry.setTimeLocal(time.atOffset(ZoneOffset.UTC).toLocalDateTime());
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }
}
