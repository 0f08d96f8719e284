package dev.headgate.it.fleet;

import dev.headgate.it.support.Arrival;
import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.HostNames;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.ScriptedServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Unmodified programs in JVMs of their own, under the agent, that call one server. */
final class AgentFleet implements AutoCloseable {
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final String HOST = "api.fleet.test";

    private final ScriptedServer server = ScriptedServer.ok();
    private final List<RunningJvm> programs = new ArrayList<>();
    private final File hosts;
    private final File file;
    private long started;

    /**
     * Sets the file; nothing is started.
     *
     * @param redis what stands in the file's {@code redis} block, in one line
     * @param rule what stands beside the host
     */
    AgentFleet(Path directory, String redis, String rule) throws IOException {
        Path written = Files.createTempFile(directory, "headgate", ".yml");
        Files.writeString(written, Member.file(redis, HOST + ": " + rule));
        file = written.toFile();
        hosts = HostNames.of(HOST).in(directory.toFile());
    }

    static File agent() {
        File jar = new File(System.getProperty("headgate.agent.jar", "not set: headgate.agent.jar")).getAbsoluteFile();
        if (!jar.isFile()) {
            throw new IllegalStateException("Not built: " + jar);
        }
        return jar;
    }

    /** Starts one more program, which will offer calls when it is told to. */
    RunningJvm start(int perSecond, double seconds) {
        RunningJvm program = ForkedJvm.java()
                .agent(agent(), file.getPath())
                .property("jdk.net.hosts.file", hosts.getPath())
                .classPath(ClassPath.holding("com.example.program.CallsAtRandom", "okhttp3.OkHttpClient"))
                .main(
                        "com.example.program.CallsAtRandom",
                        server.url(HOST, "/" + programs.size()),
                        String.valueOf(perSecond),
                        String.valueOf(seconds),
                        String.valueOf(1_000 + programs.size()))
                .start();
        programs.add(program);
        return program;
    }

    /** Lets all that were started begin at the same time, when no call that warmed them up counts any more. */
    void go() {
        programs.forEach(AgentFleet::awaitReady);
        Pause.of(Duration.ofMillis(1_200));
        started = System.nanoTime();
        programs.forEach(program -> program.tell("go"));
    }

    /** Waits until a program only has to be told to begin. */
    static void awaitReady(RunningJvm program) {
        program.awaitOut(line -> line.equals("ready"), AT_MOST);
    }

    /** Returns the seconds since the start. */
    double now() {
        return second(System.nanoTime());
    }

    /** Returns how many seconds after the start a time is. */
    double second(long nanoTime) {
        return (nanoTime - started) / 1e9;
    }

    /** Waits until all have ended by themselves and returns what they left. */
    List<Ended> await() {
        return programs.stream().map(program -> program.await(AT_MOST)).toList();
    }

    /** Returns when calls arrived, from the start on. */
    List<Long> arrivals(double fromSecond, double toSecond) {
        return arrivals().stream()
                .map(Arrival::nanos)
                .filter(time -> time >= at(fromSecond) && time < at(toSecond))
                .toList();
    }

    /** Returns how many calls of a program arrived after the start. */
    long arrived(int program) {
        return arrivals().stream()
                .filter(arrival -> arrival.nanos() >= started && arrival.path().equals("/" + program))
                .count();
    }

    @Override
    public void close() {
        programs.forEach(RunningJvm::close);
        server.close();
    }

    private List<Arrival> arrivals() {
        return server.arrivals();
    }

    private long at(double second) {
        return started + (long) (second * 1e9);
    }
}
