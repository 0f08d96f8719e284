package dev.headgate.it.support.guest;

import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Facts;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.HostNames;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.RunningJvm;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;

/** Runs {@link Guest} classes in a forked JVM and reports each of their tests as one of the caller's. Not thread-safe. */
public final class Guests {
    private static final Duration AT_MOST = Duration.ofSeconds(150);

    private final Path directory;
    private final List<Class<?>> classes;
    private final StringBuilder head = new StringBuilder();
    private final List<String> options = new ArrayList<>();
    private Jdk jdk = Jdk.running();
    private int threads = 8;
    private boolean counted = true;
    private List<String> classPath = ClassPath.withoutThose();

    private Guests(Path directory, List<Class<?>> classes) {
        this.directory = directory;
        this.classes = classes;
    }

    /** Chooses the classes; files are put below the folder. */
    public static Guests of(Path directory, Class<?>... classes) {
        return new Guests(directory, List.of(classes));
    }

    public Guests on(Jdk which) {
        this.jdk = which;
        return this;
    }

    /** Sets how many tests run at the same time. */
    public Guests threads(int atOnce) {
        this.threads = atOnce;
        return this;
    }

    /** Leaves what holds these classes out of the class path. */
    public Guests without(String... names) {
        this.classPath = ClassPath.withoutThose(names);
        return this;
    }

    /** Adds an option of the JVM. */
    public Guests option(String option) {
        options.add(option);
        return this;
    }

    /** Adds lines to the head of the file, before {@code downstreams}. */
    public Guests head(String lines) {
        head.append(lines).append('\n');
        return this;
    }

    /** Does not ask for the agent's counts, because it cannot have any. */
    public Guests withoutCounts() {
        this.counted = false;
        return this;
    }

    /** Runs them under the agent, with the file that their rules make. */
    public List<DynamicTest> underAgent(File agentJar) {
        File rules = rules();
        return run(fork().agent(agentJar, rules.getPath()).property("headgate.it.rules", rules.getPath()), counted);
    }

    /** Runs them without an agent; the file of their rules is named by the property {@code headgate.it.rules}. */
    public List<DynamicTest> alone() {
        return run(fork().property("headgate.it.rules", rules().getPath()), false);
    }

    private ForkedJvm fork() {
        TreeSet<String> hosts = new TreeSet<>();
        for (Class<?> guest : classes) {
            hosts.addAll(List.of(described(guest).hosts()));
        }
        File names = HostNames.of(hosts.toArray(new String[0])).in(directory.toFile());
        return ForkedJvm.java()
                .jdk(jdk)
                .in(directory.toFile())
                .classPath(classPath)
                .option(options.toArray(new String[0]))
                .property("jdk.net.hosts.file", names.getPath());
    }

    private List<DynamicTest> run(ForkedJvm fork, boolean withReport) {
        Ended ended =
                attempt(fork, threads, classes.stream().map(Class::getName).toList());
        Map<String, Facts> results = new LinkedHashMap<>();
        ended.facts(GuestMain.LINE).forEach(result -> results.put(nameOf(result), result));
        askAgain(fork, results);
        List<DynamicTest> tests = new ArrayList<>();
        results.forEach((name, result) -> tests.add(DynamicTest.dynamicTest(name, () -> report(result))));
        boolean some = !tests.isEmpty();
        tests.add(DynamicTest.dynamicTest(jdk + ": all tests ran to their end", () -> {
            if (ended.exitCode() != 0 || !ended.out().contains("guests have left") || !some) {
                throw new AssertionError(ended);
            }
        }));
        if (withReport) {
            tests.add(DynamicTest.dynamicTest(jdk + ": the agent's counts add up", () -> {
                if (ended.report().downstreams().isEmpty()) {
                    throw new AssertionError("The agent reported no downstream: " + ended.err());
                }
            }));
        }
        return tests;
    }

    /**
     * Most tests are of windows of real time, which a machine that is busy with ten of them may miss. One that failed beside
     * others runs again with nobody beside it; what fails then has failed.
     */
    private void askAgain(ForkedJvm fork, Map<String, Facts> results) {
        List<String> failed = results.values().stream()
                .filter(Guests::hasFailed)
                .map(result -> result.text("class"))
                .distinct()
                .toList();
        if (failed.isEmpty()) {
            return;
        }
        Ended again = attempt(fork, 1, failed);
        for (Facts result : again.facts(GuestMain.LINE)) {
            results.computeIfPresent(nameOf(result), (name, before) -> hasFailed(before) ? result : before);
        }
        printIfAnyFailed(again);
    }

    private Ended attempt(ForkedJvm fork, int atOnce, List<String> names) {
        List<String> arguments = new ArrayList<>(List.of(String.valueOf(atOnce)));
        arguments.addAll(names);
        try (RunningJvm running = fork.main(GuestMain.class.getName(), arguments.toArray(new String[0]))
                .start()) {
            return running.await(AT_MOST);
        }
    }

    private String nameOf(Facts result) {
        return jdk + ", " + result.text("group") + ": " + result.text("test");
    }

    private static boolean hasFailed(Facts result) {
        return result.text("outcome").equals("failed");
    }

    private static void printIfAnyFailed(Ended ended) {
        if (ended.facts(GuestMain.LINE).stream().anyMatch(Guests::hasFailed)) {
            System.out.println("Some guests failed; the agent's lines were:");
            ended.err().forEach(System.out::println);
        }
    }

    private static void report(Facts result) {
        String detail = new String(Base64.getDecoder().decode(result.text("detail")), StandardCharsets.UTF_8);
        switch (result.text("outcome")) {
            case "successful" -> {}
            case "skipped", "aborted" -> Assumptions.abort(detail);
            default -> throw new AssertionFailedError(detail);
        }
    }

    private File rules() {
        StringBuilder text = new StringBuilder(head).append("downstreams:\n");
        Set<String> rules = new LinkedHashSet<>(); // guests of one contract name the same rules
        for (Class<?> guest : classes) {
            rules.addAll(List.of(described(guest).rules().split("\n")));
        }
        rules.forEach(rule -> text.append("  ").append(rule).append('\n'));
        try {
            Path file = Files.createTempFile(directory, "headgate", ".yml");
            Files.writeString(file, text);
            return file.toFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Guest described(Class<?> guest) {
        Guest described = guest.getAnnotation(Guest.class);
        if (described == null) {
            throw new IllegalArgumentException(guest + " is no @Guest");
        }
        return described;
    }
}
