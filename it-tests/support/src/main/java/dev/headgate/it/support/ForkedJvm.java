package dev.headgate.it.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program to start in a JVM of its own: with which JDK, agents, class path and properties. It inherits no option of this
 * machine's environment. Not thread-safe.
 */
public final class ForkedJvm {
    private final List<String> options = new ArrayList<>();
    private final List<String> agents = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<String> classPath = new ArrayList<>();
    private Jdk jdk = Jdk.running();
    private File directory = new File(System.getProperty("java.io.tmpdir"));
    private List<String> program = List.of("-version");

    /** Starts to describe a program. Small programs need no second compiler and little memory. */
    public static ForkedJvm java() {
        ForkedJvm fork = new ForkedJvm();
        fork.options.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m", "-Xshare:auto"));
        return fork;
    }

    public ForkedJvm jdk(Jdk which) {
        this.jdk = which;
        return this;
    }

    /**
     * Adds an agent; agents are started in the order in which they are added.
     *
     * @param argument what follows {@code =}; empty for none
     */
    public ForkedJvm agent(File jar, String argument) {
        agents.add("-javaagent:" + jar.getPath() + (argument.isEmpty() ? "" : "=" + argument));
        return this;
    }

    public ForkedJvm option(String... option) {
        options.addAll(List.of(option));
        return this;
    }

    public ForkedJvm property(String name, String value) {
        options.add("-D" + name + "=" + value);
        return this;
    }

    public ForkedJvm properties(Map<String, String> all) {
        all.forEach(this::property);
        return this;
    }

    public ForkedJvm environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Sets the working directory. */
    public ForkedJvm in(File workingDirectory) {
        this.directory = workingDirectory;
        return this;
    }

    public ForkedJvm classPath(Collection<String> entries) {
        classPath.addAll(entries);
        return this;
    }

    /** Sets the main class and its arguments. */
    public ForkedJvm main(String mainClass, String... arguments) {
        this.program = with(List.of(mainClass), arguments);
        return this;
    }

    /** Sets a jar to run and its arguments. */
    public ForkedJvm jar(File jar, String... arguments) {
        this.program = with(List.of("-jar", jar.getPath()), arguments);
        return this;
    }

    /** Starts the program; the caller closes what is returned. */
    public RunningJvm start() {
        List<String> command = new ArrayList<>();
        command.add(jdk.command("java"));
        command.addAll(agents);
        command.addAll(options);
        if (!classPath.isEmpty()) {
            command.add("-cp");
            command.add(String.join(File.pathSeparator, classPath));
        }
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory);
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.startsWith("HEADGATE") || name.startsWith("OTEL_") || name.endsWith("JAVA_OPTIONS"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("CLASSPATH");
        builder.environment().putAll(environment);
        try {
            return new RunningJvm(builder.start(), String.join(" ", command));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + command, e);
        }
    }

    private static List<String> with(List<String> first, String[] rest) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(rest));
        return all;
    }
}
