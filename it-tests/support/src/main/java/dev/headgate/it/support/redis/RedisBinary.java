package dev.headgate.it.support.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/** The server program: the one of {@code -Dredis.server.path}, else the one that its jar carries for this machine. */
final class RedisBinary {
    private static final String VERSION = "7.0.15";

    private RedisBinary() {}

    /** Returns a folder of this user for what servers write; made if it is not there. */
    static Path folder() {
        Path folder =
                Path.of(System.getProperty("java.io.tmpdir"), "headgate-redis-" + System.getProperty("user.name"));
        try {
            return Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new UncheckedIOException("No folder for Redis servers", e);
        }
    }

    /** Returns the program; unpacked if no JVM has done so before. */
    static Path path() {
        String named = System.getProperty("redis.server.path", "");
        return named.isEmpty() ? Unpacked.PROGRAM : Path.of(named);
    }

    private static final class Unpacked {
        static final Path PROGRAM = unpack("redis-server-" + VERSION + "-" + system());

        private static Path unpack(String resource) {
            URL packed = RedisBinary.class.getClassLoader().getResource(resource);
            if (packed == null) {
                throw new IllegalStateException(
                        "No Redis server for this machine (" + resource + "): name one with -Dredis.server.path=FILE");
            }
            Path program = folder().resolve(resource);
            if (Files.isExecutable(program)) {
                return program;
            }
            try (InputStream in = packed.openStream()) {
                // Another JVM may do the same now: whoever is last puts the same bytes in one step.
                Path mine = Files.createTempFile(folder(), resource, ".part");
                Files.copy(in, mine, StandardCopyOption.REPLACE_EXISTING);
                Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rwx------"));
                return Files.move(mine, program, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot unpack " + resource, e);
            }
        }

        private static String system() {
            String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
            String chip = System.getProperty("os.arch");
            return (os.startsWith("mac") ? "darwin" : os)
                    + "-"
                    + switch (chip) {
                        case "amd64", "x86_64" -> "amd64";
                        case "aarch64" -> "arm64";
                        case "x86", "i386" -> "386";
                        default -> chip;
                    };
        }
    }
}
