package dev.headgate.it.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checked-out repository, as files. */
final class Repository {
    static final Path ROOT = root();

    private Repository() {}

    /** Returns the Java sources below a folder, build results left out. */
    static List<Path> javaSources(Path below) {
        return files(below).stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    /** Returns the files below a folder, build results left out. */
    static List<Path> files(Path below) {
        if (!Files.isDirectory(below)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !hasPart(file, "target") && !hasPart(file, ".git"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String relative(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    private static boolean hasPart(Path file, String name) {
        for (Path part : ROOT.relativize(file)) {
            if (part.toString().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve("client-wrappers"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("Not started within the repository");
        }
        return folder;
    }
}
