package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.ArrivalCheck;
import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Facts;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.it.support.redis.Signals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Four processes, one limit of 100/s. */
@Isolated("the times of arrival are the test")
class ForkedFleetIT {
    private static final Duration WINDOW = Duration.ofMillis(900);
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final String RULE = "{limits: [100/s], wait: 1s}";

    @TempDir
    Path directory;

    @Test
    void fourProcessesUnderFourTimesTheLoadTakeTheLimitAndShareIt() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started();
                    AgentFleet fleet = new AgentFleet(directory, Member.at(redis.port(), 200), RULE)) {
                int seconds = 20;
                for (int i = 0; i < 4; i++) {
                    fleet.start(100, seconds);
                }
                fleet.go();
                List<Ended> ended = fleet.await();
                ended.forEach(program -> assertWell(program, 1_000));

                List<Long> all = fleet.arrivals(0, seconds);
                System.out.println("Four processes: " + all.size() + " arrivals in " + seconds + " s, at most "
                        + ArrivalCheck.mostIn(WINDOW, all) + " in 900 ms, " + fleet.arrived(0) + " " + fleet.arrived(1)
                        + " " + fleet.arrived(2) + " " + fleet.arrived(3));
                assertThat(ArrivalCheck.mostIn(WINDOW, all)).isLessThanOrEqualTo(100);
                assertThat(all).hasSizeGreaterThanOrEqualTo(97 * seconds);
                double sum = fleet.arrived(0) + fleet.arrived(1) + fleet.arrived(2) + fleet.arrived(3);
                for (int i = 0; i < 4; i++) {
                    assertThat(fleet.arrived(i) / sum)
                            .as("share of process " + i)
                            .isBetween(0.2, 0.3);
                }
                assertThat(KeyScan.withoutTtl(redis, "*")).isEmpty();
            }
        });
    }

    @Test
    void aProcessThatStandsStillAndOneThatIsKilledNeitherBurstNorBlock() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started();
                    AgentFleet fleet = new AgentFleet(directory, Member.at(redis.port(), 200), RULE)) {
                RunningJvm stopped = fleet.start(80, 9);
                RunningJvm killed = fleet.start(80, 9);
                fleet.start(80, 9);
                fleet.start(80, 9);
                fleet.go();
                Pause.of(Duration.ofSeconds(2));
                Signals.send("STOP", stopped.pid());
                Pause.of(Duration.ofSeconds(1));
                Signals.send("CONT", stopped.pid());
                Pause.of(Duration.ofMillis(1_500));
                Signals.send("KILL", killed.pid());
                List<Ended> ended = fleet.await();
                assertWell(ended.get(2), 1_000);
                assertWell(ended.get(3), 1_000);
                // What it waited for meanwhile is not its fault.
                assertWell(ended.get(0), 2_000);

                // A call that was let go a moment before the stop leaves a moment after it.
                assertThat(ArrivalCheck.mostIn(WINDOW, fleet.arrivals(0, 9))).isLessThanOrEqualTo(102);
                // Slots of the dead pass unused, at most rate times wait; then the others have all.
                assertThat(fleet.arrivals(6, 9)).hasSizeGreaterThanOrEqualTo(3 * 95);
                assertThat(fleet.arrivals(0, 9)).hasSizeGreaterThanOrEqualTo(9 * 100 - 2 * 50 - 30);
            }
        });
    }

    @Test
    void aProcessWhoseClockIsWrongTakesNoMoreThanTheOthers() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started()) {
                Path file = Files.createTempFile(directory, "headgate", ".yml");
                Files.writeString(file, Member.file(Member.at(redis.port(), 200), "a.test: " + RULE));
                List<RunningJvm> programs = new ArrayList<>();
                for (int minutes : List.of(0, 0, 10, 0)) {
                    programs.add(ForkedJvm.java()
                            .classPath(ClassPath.withoutThose())
                            .main(MemberMain.class.getName(), file.toString(), "a.test", "80", "6", "" + minutes)
                            .start());
                }
                programs.forEach(program -> program.awaitOut(line -> line.equals("ready"), AT_MOST));
                Pause.of(Duration.ofMillis(1_200));
                programs.forEach(program -> program.tell("go"));
                List<Long> all = new ArrayList<>();
                List<Long> each = new ArrayList<>();
                for (RunningJvm program : programs) {
                    Ended ended = program.await(AT_MOST);
                    assertWell(ended, 1_000);
                    List<Long> times = ended.facts("admitted").stream()
                            .map(call -> call.number("nanos"))
                            .toList();
                    all.addAll(times);
                    each.add((long) times.size());
                }
                System.out.println("A wrong clock: " + each + ", at most " + ArrivalCheck.mostIn(WINDOW, all));
                assertThat(ArrivalCheck.mostIn(WINDOW, all)).isLessThanOrEqualTo(100);
                assertThat(all).hasSizeGreaterThanOrEqualTo(97 * 6);
                for (long one : each) {
                    assertThat((double) one / all.size()).isBetween(0.2, 0.3);
                }
            }
        });
    }

    @Test
    void twentyLiveProcessesOfWhichOneHasWorkTakeNothingFromIt() throws Exception {
        TimedCase.run(() -> {
            List<Member> members = new ArrayList<>();
            try (RedisServer redis = RedisServer.started()) {
                for (int i = 0; i < 20; i++) {
                    members.add(
                            Member.of(Member.at(redis.port(), 200), "a.test: {limits: [100/s], wait: 1s, queue: 100}"));
                }
                Calls hello = new Calls();
                members.forEach(member -> hello.make(member.downstream("a.test")));
                Pause.of(Duration.ofMillis(1_200));
                int seconds = 5;
                Calls calls;
                long from;
                try (Offer offer = Offer.to(members.get(0).downstream("a.test"), 90, 200, 11)) {
                    calls = offer.calls();
                    // The first 100 go at once; from then on it is a stream.
                    Pause.of(Duration.ofMillis(1_500));
                    from = System.nanoTime();
                    Pause.of(Duration.ofSeconds(seconds));
                }
                List<Long> times = calls.admitted(from, from + seconds * 1_000_000_000L);
                System.out.println("One of twenty: " + times.size() + " in " + seconds + " s");
                assertThat(KeyScan.keys(redis, "*~live")).hasSize(1);
                assertThat(redis.call("ZCARD", KeyScan.keys(redis, "*~live").get(0)))
                        .as("live processes")
                        .isEqualTo(20L);
                assertThat(times).hasSizeGreaterThanOrEqualTo(98 * seconds);
                assertThat(calls.most()).isLessThanOrEqualTo(100);
                calls.assertBounded(Duration.ofMillis(1_000 + 60));
            } finally {
                members.forEach(Member::close);
            }
        });
    }

    private static void assertWell(Ended ended, int waitMillis) {
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        assertThat(ended.facts("broken")).as(ended.toString()).isEmpty();
        Facts calls = ended.facts("calls").get(0);
        assertThat(calls.number("admitted")).isPositive();
        assertThat(calls.number("longest-ms"))
                .as("longest call of " + calls)
                .isLessThanOrEqualTo(waitMillis + 150 + calls.number("stall-ms"));
        assertThat(ended.agentLines()).noneMatch(line -> line.contains("HG-4"));
    }
}
