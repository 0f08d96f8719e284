package dev.headgate.it.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The rooms of the house and its arrows.
 *
 * @param module folder of its module
 * @param name its package; also what is below it
 * @param mayUse packages of ours that it may depend on, all that is below them included
 * @param libraries packages of others that it may depend on
 * @param javaBaseOnly whether it may use nothing else of the JDK
 */
record Rooms(String module, String name, List<String> mayUse, List<String> libraries, boolean javaBaseOnly) {
    private static final String API = "dev.headgate.api";
    private static final String LIMITER = "dev.headgate.limiter";
    private static final String THROTTLE = "dev.headgate.throttle";
    private static final String REDIS = "dev.headgate.redis";
    private static final String CONFIG = "dev.headgate.config";
    private static final String OKHTTP = "dev.headgate.okhttp";
    private static final String JDBC = "dev.headgate.jdbc";
    private static final String BOOT = "dev.headgate.boot";
    private static final String SPI = "dev.headgate.spi";

    static final List<Rooms> ALL = List.of(
            closed("client-wrappers/api", API, List.of()),
            closed("client-wrappers/limiter", LIMITER, List.of()),
            // What a database's exceptions show is told by the JDK's types for them; they are looked at only where they
            // are.
            new Rooms("client-wrappers/throttle", THROTTLE, List.of(LIMITER, API), List.of("java.sql"), true),
            open("client-wrappers/redis", REDIS, List.of(THROTTLE, LIMITER, API), "redis.clients.jedis"),
            open("client-wrappers/config", CONFIG, List.of(REDIS, THROTTLE, LIMITER, API), "org.snakeyaml.engine"),
            open("client-wrappers/okhttp", OKHTTP, List.of(THROTTLE, API), "okhttp3", "okio", "kotlin"),
            open("client-wrappers/jdbc", JDBC, List.of(THROTTLE, API), "com.zaxxer.hikari"),
            closed("agent/boot", BOOT, List.of(API)),
            closed("agent/spi", SPI, List.of(BOOT, THROTTLE)),
            open("agent/premain", "dev.headgate.agent", List.of(BOOT, API)),
            open("agent/engine", "dev.headgate.engine", List.of(SPI, BOOT, CONFIG, THROTTLE, API), "net.bytebuddy"),
            adapter("jdk"),
            adapter("okhttp", OKHTTP, "okhttp3", "okio"),
            adapter("hikari", JDBC, "com.zaxxer.hikari"));

    /** Returns the compiled classes of all rooms. */
    static JavaClasses classes() {
        List<Path> folders = new ArrayList<>();
        for (Rooms room : ALL) {
            folders.add(room.compiled());
        }
        return new ClassFileImporter().importPaths(folders);
    }

    /** Returns where the module's classes are; they must have been built. */
    Path compiled() {
        Path classes = Repository.ROOT.resolve(module).resolve("target/classes");
        if (!Files.isDirectory(classes)) {
            throw new IllegalStateException("Not built: " + module);
        }
        return classes;
    }

    @Override
    public String toString() {
        return module;
    }

    private static Rooms closed(String module, String name, List<String> mayUse) {
        return new Rooms(module, name, mayUse, List.of(), true);
    }

    private static Rooms open(String module, String name, List<String> mayUse, String... libraries) {
        return new Rooms(module, name, mayUse, List.of(libraries), false);
    }

    // An adapter knows one library, the wrapper of the same library, and no other adapter.
    private static Rooms adapter(String library, String... wrapperAndLibrary) {
        List<String> mayUse = new ArrayList<>(List.of(SPI, BOOT, THROTTLE, API));
        List<String> libraries = new ArrayList<>();
        for (String name : wrapperAndLibrary) {
            (name.startsWith("dev.headgate") ? mayUse : libraries).add(name);
        }
        return new Rooms("agent/adapters/" + library, "dev.headgate.adapter." + library, mayUse, libraries, false);
    }
}
