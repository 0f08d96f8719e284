package dev.headgate.it.support;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A JDK that tests start programs on: the one that runs the tests, and in the full build a second one. Immutable.
 *
 * @param home its folder
 * @param version as its {@code release} file says it
 */
public record Jdk(File home, String version) {
    private static final String SECOND = "25";

    /** Returns the JDK that runs this code. */
    public static Jdk running() {
        return new Jdk(new File(System.getProperty("java.home")), System.getProperty("java.version"));
    }

    /** Returns the JDKs that forked tests run on: the running one, and 25 if {@code headgate.full} is set. */
    public static List<Jdk> underTest() {
        List<Jdk> all = new ArrayList<>();
        all.add(running());
        if (full() && running().feature() != Integer.parseInt(SECOND)) {
            all.add(second().orElseThrow(() -> new IllegalStateException("The full build needs a JDK " + SECOND
                    + ": put one beside " + running().home() + " or name it with -Dheadgate.jdk25=HOME")));
        }
        return all;
    }

    /** Returns whether the long tests are wanted. */
    public static boolean full() {
        return Boolean.getBoolean("headgate.full");
    }

    /** Looks for JDK 25: at {@code -Dheadgate.jdk25}, else beside the running one. */
    public static Optional<Jdk> second() {
        String named = System.getProperty("headgate.jdk25", "");
        if (!named.isEmpty()) {
            return at(new File(named));
        }
        File[] beside = running().home().getAbsoluteFile().getParentFile().listFiles(File::isDirectory);
        if (beside == null) {
            return Optional.empty();
        }
        for (File candidate : beside) {
            Optional<Jdk> found = at(candidate).filter(jdk -> jdk.version().startsWith(SECOND));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns the first number of the version. */
    public int feature() {
        return Integer.parseInt(version.split("[.+-]")[0]);
    }

    /** Returns the path of one of its commands. */
    public String command(String name) {
        return new File(new File(home, "bin"), name).getPath();
    }

    @Override
    public String toString() {
        return "JDK " + feature();
    }

    private static Optional<Jdk> at(File home) {
        File release = new File(home, "release");
        if (!release.isFile() || !new File(home, "bin").isDirectory()) {
            return Optional.empty();
        }
        Properties said = new Properties();
        try (InputStream in = new FileInputStream(release)) {
            said.load(in);
        } catch (IOException e) {
            return Optional.empty();
        }
        String version = said.getProperty("JAVA_VERSION", "").replace("\"", "");
        return version.isEmpty() ? Optional.empty() : Optional.of(new Jdk(home, version));
    }
}
