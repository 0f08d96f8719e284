package dev.headgate.examples.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts the server, runs the program once without and once with the agent, and prints the two side by side. */
public final class Quickstart {
    private static final int QUOTA_PER_SECOND = 40;
    private static final int SECONDS = 12;

    private Quickstart() {}

    /**
     * Compares.
     *
     * @param args the agent's jar, the file with the limits, the folder for results
     */
    public static void main(String[] args) throws Exception {
        Path agent = Path.of(args[0]);
        Path limits = Path.of(args[1]);
        Path target = Files.createDirectories(Path.of(args[2]));
        System.out.printf(
                "A server on this machine allows %d calls a second. A program with 16 workers (OkHttp, java.net.http,%n"
                        + "HttpURLConnection, HikariCP) calls it for %d s, first as it is, then with these limits:%n%n%s%n",
                QUOTA_PER_SECOND, SECONDS, Files.readString(limits).indent(2));
        try (LimitedServer server = new LimitedServer(QUOTA_PER_SECOND)) {
            Run without = run("without", server, target, List.of());
            Run with = run("with", server, target, List.of("-javaagent:" + agent + "=" + limits));
            System.out.println();
            System.out.println(new Comparison(QUOTA_PER_SECOND, without, with).text());
            Files.write(
                    target.resolve("quickstart.csv"),
                    List.of(
                            "run,calls,ok,answered_429,seconds,quota_used_percent,longest_wait_ms",
                            without.csv(QUOTA_PER_SECOND),
                            with.csv(QUOTA_PER_SECOND)));
            if (with.refused() > 0 || with.quotaUsedPercent(QUOTA_PER_SECOND) < 90) {
                System.out.println(
                        "  With the agent there should be no 429 and at least 90 % of the quota used. Calls bunch on"
                                + " their way\n  when a machine is busy with something else: please try again.");
            }
        }
    }

    private static Run run(String name, LimitedServer server, Path target, List<String> agent)
            throws IOException, InterruptedException {
        Path log = target.resolve("calls-" + name + ".csv");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The boot class path of any agent rules out shared class data for the program; without this the JVM says so.
        command.add("-Xshare:off");
        command.addAll(agent);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Shop.class.getName()));
        command.addAll(List.of("http://localhost:" + server.port(), Integer.toString(SECONDS), log.toString()));
        System.out.println("$ java " + String.join(" ", agent) + (agent.isEmpty() ? "" : " ") + "-cp ... Shop");
        Process program = new ProcessBuilder(command).inheritIO().start();
        if (!program.waitFor(SECONDS + 40, TimeUnit.SECONDS)) {
            program.destroyForcibly();
            throw new IllegalStateException("the program " + name + " the agent did not end in time");
        }
        if (program.exitValue() != 0) {
            throw new IllegalStateException("the program " + name + " the agent ended with " + program.exitValue());
        }
        return Run.read(name, log);
    }
}
