package dev.headgate.it.storms.live;

import dev.headgate.it.storms.Scenario;
import dev.headgate.it.storms.Strategy;
import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.HostNames;
import dev.headgate.it.support.RunningJvm;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Programs in JVMs of their own that repeat at once what fails, and the server that they call. Not thread-safe. */
final class LiveFleet implements AutoCloseable {
    static final String HOST = "api.storm.test";

    private static final String PROGRAM = "com.example.program.RetriesAtOnce";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Scenario scenario;
    private final Strategy strategy;
    private final LiveServer server;
    private final List<RunningJvm> programs = new ArrayList<>();

    /**
     * Starts the programs, which wait for the beginning.
     *
     * @param agent where the agent and its file are; none for a fleet without it
     */
    LiveFleet(Scenario scenario, Optional<AgentFile> agent, Path folder, long seed) {
        this.scenario = scenario;
        this.strategy = agent.isPresent() ? Strategy.HEADGATE : Strategy.NAIVE;
        this.server = new LiveServer(scenario, seed);
        File hosts = HostNames.of(HOST).in(folder.toFile());
        int processes = scenario.traffic().processes();
        double perSecond = scenario.callsPerSecond(0) / processes;
        for (int i = 0; i < processes; i++) {
            ForkedJvm program = ForkedJvm.java()
                    .property("jdk.net.hosts.file", hosts.getPath())
                    .classPath(ClassPath.holding(PROGRAM, "okhttp3.OkHttpClient", "okio.Okio", "kotlin.KotlinVersion"))
                    .main(
                            PROGRAM,
                            server.url(HOST),
                            String.format(Locale.ROOT, "%.3f", perSecond),
                            String.valueOf(scenario.seconds()),
                            String.valueOf(seed + i));
            agent.ifPresent(its -> program.agent(its.jar(), its.file().getPath()));
            programs.add(program.start());
        }
    }

    /**
     * What a program is started with beside its own class path.
     *
     * @param jar the agent
     * @param file what the agent reads
     */
    record AgentFile(File jar, File file) {}

    /** Waits until all only have to be told to begin. */
    void awaitReady() {
        programs.forEach(program -> program.awaitOut(line -> line.equals("ready"), PATIENCE));
    }

    /** Lets all begin. */
    void begin() {
        server.begin();
        programs.forEach(program -> program.tell("go"));
    }

    /** Waits until all have ended by themselves and returns what came of their calls. */
    LiveResult await() {
        List<Ended> ended = programs.stream()
                .map(program ->
                        program.await(Duration.ofSeconds(scenario.seconds()).plus(PATIENCE)))
                .toList();
        for (Ended program : ended) {
            if (program.exitCode() != 0) {
                throw new IllegalStateException("A program failed: " + program);
            }
        }
        return LiveResult.of(scenario, strategy, server, ended);
    }

    @Override
    public void close() {
        programs.forEach(RunningJvm::close);
        server.close();
    }
}
