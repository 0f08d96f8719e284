package dev.headgate.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens the jar that users get. */
class PackagingIT {
    private static final String CLASSDATA = ".classdata";
    private static JarFile jar;
    private static List<String> names;

    @BeforeAll
    static void open() throws IOException {
        jar = new JarFile(new File(System.getProperty("headgate.agent.jar")));
        names = Collections.list(jar.entries()).stream().map(JarEntry::getName).toList();
    }

    @AfterAll
    static void close() throws IOException {
        jar.close();
    }

    @Test
    void theManifestSaysWhatTheJvmMustKnow() throws IOException {
        Attributes main = jar.getManifest().getMainAttributes();
        assertThat(main.getValue("Premain-Class")).isEqualTo("dev.headgate.agent.Premain");
        assertThat(main.getValue("Agent-Class")).isEqualTo("dev.headgate.agent.Premain");
        assertThat(main.getValue("Main-Class")).isEqualTo("dev.headgate.agent.Premain");
        assertThat(main.getValue("Can-Retransform-Classes")).isEqualTo("true");
        assertThat(main.getValue("Can-Redefine-Classes")).isEqualTo("true");
        assertThat(main.getValue("Implementation-Version")).isEqualTo(System.getProperty("headgate.version"));
        assertThat(main.getValue("Multi-Release")).isNull();
    }

    @Test
    void itIsSmallerThanEightMegabytes() {
        long bytes = new File(jar.getName()).length();
        System.out.printf("headgate-agent.jar: %,d bytes%n", bytes);
        assertThat(bytes).isLessThan(8_000_000);
    }

    @Test
    void onlyTheBootClassesAndTheEntryAreWhereOtherLoadersLook() {
        assertThat(names.stream().filter(name -> name.endsWith(".class")).map(PackagingIT::packageOf))
                .containsOnly("dev/headgate/boot/", "dev/headgate/api/", "dev/headgate/agent/");
        assertThat(names.stream().filter(name -> !name.startsWith("inst/") && !name.endsWith(".class")))
                .allMatch(name -> name.equals(JarFile.MANIFEST_NAME)
                        || name.startsWith("META-INF/licenses/")
                        || name.startsWith("META-INF/sbom/"));
    }

    @Test
    void everyClassIsOursOrRelocated() {
        assertThat(classData()).allMatch(name -> name.startsWith("inst/dev/headgate/"));
        assertThat(classData()
                        .filter(name -> name.startsWith("inst/dev/headgate/shaded/"))
                        .map(name -> name.split("/")[4]))
                .containsOnly("bytebuddy", "snakeyaml", "jedis", "authx", "pool2");
    }

    @Test
    void noClassIsThereTwice() {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            String type = name.replaceFirst("^inst/", "").replaceFirst("\\.class(data)?$", "");
            assertThat(seen.add(type)).as(name).isTrue();
        }
    }

    @Test
    void nothingIsLeftOfWhatTheJarsBrought() {
        assertThat(names)
                .noneMatch(name -> name.contains("META-INF/versions/")
                        || name.contains("module-info")
                        || name.contains("META-INF/maven/")
                        || name.endsWith(".SF")
                        || name.endsWith(".RSA")
                        || name.contains("org/jspecify"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "net/bytebuddy",
                "org/snakeyaml",
                "redis/clients",
                "org/apache/commons/pool2",
                "com/google/gson",
                "org/json",
                "org/slf4j"
            })
    void noClassRefersToWhatWasRelocated(String before) throws IOException {
        for (String name : classData().toList()) {
            assertThat(constants(name))
                    .as(name)
                    .noneMatch(text -> text.startsWith(before) || text.startsWith("L" + before));
        }
    }

    @Test
    void targetLibrariesKeepTheirNames() throws IOException {
        Set<String> shaded = new TreeSet<>();
        Set<String> libraries = new TreeSet<>();
        for (String name : classData()
                .filter(each -> each.startsWith("inst/dev/headgate/adapter/"))
                .toList()) {
            for (String text : constants(name)) {
                if (text.contains("headgate/shaded")) {
                    shaded.add(name + " " + text);
                }
                Stream.of("okhttp3/", "com/zaxxer/hikari/", "java/net/http/")
                        .filter(text::startsWith)
                        .forEach(libraries::add);
            }
        }
        assertThat(shaded).isEmpty();
        assertThat(libraries).contains("java/net/http/");
    }

    @Test
    void theIndexNamesEveryAdapterModuleOnce() throws IOException {
        List<String> sites = text("inst/META-INF/headgate/sites.index")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        assertThat(sites).isNotEmpty().doesNotHaveDuplicates();
        assertThat(sites).allMatch(name -> names.contains("inst/" + name.replace('.', '/') + CLASSDATA));
    }

    @Test
    void itTellsWhatIsInside() throws IOException {
        assumeThat(System.getProperty("headgate.maven"))
                .as("Maven offline makes no bill of materials")
                .isNotEqualTo("offline: true");
        String bill = text("META-INF/sbom/headgate-agent.cdx.json");
        assertThat(bill)
                .contains(
                        "\"CycloneDX\"",
                        "pkg:maven/net.bytebuddy/byte-buddy@",
                        "pkg:maven/org.snakeyaml/snakeyaml-engine@",
                        "pkg:maven/redis.clients/jedis@8.0.2",
                        "pkg:maven/redis.clients.authentication/redis-authx-core@",
                        "pkg:maven/org.apache.commons/commons-pool2@2.12.1");
        assertThat(bill)
                .doesNotContain(
                        "pkg:maven/com.squareup",
                        "pkg:maven/com.zaxxer",
                        "pkg:maven/org.junit",
                        "pkg:maven/com.google.code.gson",
                        "pkg:maven/org.json",
                        "pkg:maven/org.slf4j");
    }

    @Test
    void itTellsUnderWhichLicencesItIs() throws IOException {
        assertThat(text("META-INF/licenses/Apache-2.0.txt")).contains("Apache License", "Version 2.0, January 2004");
        assertThat(text("META-INF/licenses/README.txt"))
                .contains("Byte Buddy", "SnakeYAML Engine", "ASM", "Jedis", "Redis AuthX Core", "Commons Pool");
        assertThat(text("META-INF/licenses/MIT.txt")).contains("MIT License", "Redis, inc.");
        assertThat(names).contains("META-INF/licenses/ASM");
    }

    @Test
    void twoBuildsGiveTheSameBytes() {
        List<String> entries = names.stream()
                .filter(name -> !name.equals(JarFile.MANIFEST_NAME))
                .toList();
        assertThat(names.get(0)).isEqualTo(JarFile.MANIFEST_NAME);
        assertThat(entries).isSorted();
        assertThat(Collections.list(jar.entries()).stream()
                        .map(JarEntry::getTimeLocal)
                        .distinct())
                .hasSize(1);
    }

    private static Stream<String> classData() {
        return names.stream().filter(name -> name.endsWith(CLASSDATA));
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    private static String text(String name) throws IOException {
        JarEntry entry = jar.getJarEntry(name);
        assertThat(entry).as(name).isNotNull();
        try (InputStream in = jar.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The texts of a class file's constant pool: JVM specification, 4.4. */
    private static Set<String> constants(String name) throws IOException {
        Set<String> texts = new HashSet<>();
        byte[] bytes;
        try (InputStream in = jar.getInputStream(jar.getJarEntry(name))) {
            bytes = in.readAllBytes();
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        in.skipNBytes(8);
        int entries = in.readUnsignedShort();
        for (int i = 1; i < entries; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.add(in.readUTF());
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                default -> throw new IOException("unknown constant " + tag + " in " + name);
            }
        }
        return texts;
    }
}
