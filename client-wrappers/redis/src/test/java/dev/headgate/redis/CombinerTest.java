package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import dev.headgate.limiter.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.exceptions.JedisDataException;

/** What many threads send over one connection, and who hears what. */
@Timeout(60)
class CombinerTest {
    private static final long PATIENT = TimeUnit.SECONDS.toNanos(20);
    private static final long IMPATIENT = TimeUnit.MILLISECONDS.toNanos(30);

    private final HeldServer server = new HeldServer();
    private final EchoDialect dialect = new EchoDialect();
    private final Heard heard = new Heard();
    private final List<ScriptedLine> lines = new ArrayList<>();
    private Combiner<String> combiner;

    @BeforeEach
    void connect() {
        start(PATIENT);
    }

    private void start(long timeoutNanos) {
        combiner = new Combiner<>(TimeMeter.SYSTEM_NANOTIME, timeoutNanos, dialect, this::open, heard);
        combiner.start();
        await().until(combiner::isClosed);
    }

    private void restart(long timeoutNanos) {
        combiner.close();
        start(timeoutNanos);
    }

    private synchronized Line open() {
        ScriptedLine line = new ScriptedLine(server);
        lines.add(line);
        return line;
    }

    private synchronized ScriptedLine line() {
        return lines.get(lines.size() - 1);
    }

    @AfterEach
    void end() {
        server.answer(1_000);
        combiner.close();
    }

    /** A call on a thread of its own. */
    private final class Caller {
        private final CompletableFuture<Decision> outcome = new CompletableFuture<>();
        private final Thread thread;

        Caller(String schedule, long number) {
            thread = new Thread(() -> {
                try {
                    outcome.complete(combiner.decide(List.of(schedule), EchoDialect.ask(number), PATIENT));
                } catch (RedisTroubleException e) {
                    outcome.completeExceptionally(e);
                }
            });
            thread.start();
        }

        /** Waits until it waits. */
        Caller queued() {
            await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
            return this;
        }

        Decision decision() throws Exception {
            return outcome.get(10, TimeUnit.SECONDS);
        }

        String trouble() {
            return outcome.handle((decision, e) -> decision != null ? decision.toString() : e.getMessage())
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join();
        }
    }

    private Caller travelling(String schedule, long number) throws InterruptedException {
        Caller first = new Caller(schedule, number);
        server.awaitTrip();
        return first;
    }

    private List<List<String>> trips() {
        return line().trips.stream().map(EchoDialect::texts).toList();
    }

    @Test
    void aLoneCallerMakesItsOwnTrip() throws Exception {
        AtomicReference<@Nullable Thread> traveller = new AtomicReference<>();
        server.then(commands -> {
            traveller.set(Thread.currentThread());
            return EchoDialect.echo(commands);
        });
        server.answer(1);
        assertThat(combiner.decide(List.of("a"), EchoDialect.ask(7), PATIENT)).isEqualTo(new Decision.Go(7));
        assertThat(traveller).hasValue(Thread.currentThread());
        assertThat(trips()).containsExactly(List.of("decide[a][7]"));
    }

    @Test
    void whatWaitsGoesInOneTripInOrderOfArrivalMergedBySchedules() throws Exception {
        Caller first = travelling("a", 1);
        List<Caller> rest = List.of(
                new Caller("a", 2).queued(),
                new Caller("b", 3).queued(),
                new Caller("a", 4).queued(),
                new Caller("c", 5).queued(),
                new Caller("b", 6).queued());
        server.answer(2);
        assertThat(first.decision()).isEqualTo(new Decision.Go(1));
        for (int i = 0; i < rest.size(); i++) {
            assertThat(rest.get(i).decision()).isEqualTo(new Decision.Go(i + 2));
        }
        assertThat(trips())
                .containsExactly(
                        List.of("decide[a][1]"), List.of("decide[a][2, 4]", "decide[b][3, 6]", "decide[c][5]"));
    }

    @Test
    void aRunHasAtMost64AsksAndATripMayHaveSeveralOfThem() throws Exception {
        Caller first = travelling("a", 1);
        List<Caller> rest = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            rest.add(new Caller("a", 1).queued());
        }
        server.answer(2);
        first.decision();
        for (Caller caller : rest) {
            assertThat(caller.decision()).isEqualTo(new Decision.Go(1));
        }
        assertThat(line().trips).hasSize(2);
        assertThat(line().trips.get(1)).extracting(run -> run.args().size()).containsExactly(64, 6);
    }

    @Test
    void aRunHasAtMost1000TokensButForAnAskThatAloneHasMore() throws Exception {
        Caller first = travelling("a", 1);
        List<Caller> rest = List.of(
                new Caller("a", 600).queued(),
                new Caller("a", 400).queued(),
                new Caller("a", 1).queued(),
                new Caller("a", 5_000).queued(),
                new Caller("a", 2).queued());
        server.answer(2);
        first.decision();
        for (Caller caller : rest) {
            caller.decision();
        }
        assertThat(trips().get(1))
                .containsExactly("decide[a][600, 400]", "decide[a][1]", "decide[a][5000]", "decide[a][2]");
    }

    @Test
    void slotsAreGivenBackBeforeOthersAskInTheSameTrip() throws Exception {
        Caller first = travelling("a", 1);
        Caller second = new Caller("a", 2).queued();
        combiner.cancel("a", new long[] {11});
        combiner.cancel("b", new long[] {12});
        combiner.cancel("a", new long[] {13});
        server.then(EchoDialect::echo);
        server.then(commands -> commands.stream()
                .map(command -> EchoDialect.text(command).startsWith("cancel[b]") ? "c" : EchoDialect.echo(command))
                .collect(Collectors.toList()));
        server.answer(3);
        first.decision();
        second.decision();
        assertThat(trips().get(2)).containsExactly("cancel[c][12]");
        assertThat(trips().get(1))
                .containsExactlyInAnyOrder("cancel[a][11, 13]", "cancel[b][12]", "decide[a][2]")
                .endsWith("decide[a][2]");
    }

    @Test
    void aCommandByItselfTravelsWithTheOthers() throws Exception {
        Caller first = travelling("a", 1);
        AtomicReference<@Nullable Object> reply = new AtomicReference<>();
        Thread single = new Thread(() -> {
            try {
                reply.set(combiner.send(new Command(new Script("return 1"), List.of(), List.of(new byte[] {'9'}))));
            } catch (RedisTroubleException e) {
                reply.set(e);
            }
        });
        single.start();
        await().until(() -> single.getState() == Thread.State.TIMED_WAITING);
        Caller second = new Caller("a", 2).queued();
        server.answer(2);
        first.decision();
        second.decision();
        single.join(10_000);
        assertThat(reply).hasValue(List.of(9L));
        assertThat(trips().get(1)).containsExactly("other[][9]", "decide[a][2]");
    }

    @Test
    void anAskIsSentWithTheWaitThatIsLeft() throws Exception {
        Awaited.Asked<String> asked =
                new Awaited.Asked<>(List.of("a"), new Ask(List.of(new long[] {1}), 2_000), 5_000_000);
        assertThat(asked.sentAt(5_000_999)).isSameAs(asked.ask);
        assertThat(asked.sentAt(5_001_000).maxWaitMicros()).isEqualTo(1_999);
        assertThat(asked.sentAt(6_500_000).maxWaitMicros()).isEqualTo(500);
        assertThat(asked.sentAt(9_500_000).maxWaitMicros()).isZero();
        Awaited.Asked<String> owing =
                new Awaited.Asked<>(List.of("a"), new Ask(List.of(new long[] {1}), Ask.OWE), 5_000_000);
        assertThat(owing.sentAt(9_500_000).maxWaitMicros()).isEqualTo(Ask.OWE);
        Ask leaving = new Ask(List.of(new long[] {1}), 7, List.of(new long[] {3}));
        assertThat(new Awaited.Asked<>(List.of("a"), leaving, 0).sentAt(2_000))
                .isEqualTo(new Ask(leaving.costs(), 5, leaving.leaving()));
    }

    @Test
    void whoGivesUpBeforeItWasSentIsNotSent() throws Exception {
        restart(IMPATIENT);
        Caller first = travelling("a", 1);
        Caller second = new Caller("a", 2);
        assertThat(second.trouble()).isEqualTo("Redis did not answer within 30 ms");
        server.answer(1);
        assertThat(first.decision()).isEqualTo(new Decision.Go(1));
        server.answer(1);
        assertThat(combiner.decide(List.of("a"), EchoDialect.ask(3), PATIENT)).isEqualTo(new Decision.Go(3));
        assertThat(trips()).containsExactly(List.of("decide[a][1]"), List.of("decide[a][3]"));
        assertThat(heard.changes).doesNotContain("opened: Redis did not answer within 30 ms");
    }

    @Test
    void aSlotThatComesForWhoHasGivenUpIsGivenBack() throws Exception {
        restart(TimeUnit.SECONDS.toNanos(1));
        Caller first = travelling("a", 1);
        Caller second = new Caller("a", -22).queued();
        server.answer(1);
        server.awaitTrip();
        assertThat(second.trouble()).isEqualTo("Redis did not answer within 1000 ms");
        server.answer(1);
        server.awaitTrip();
        server.answer(1);
        assertThat(first.decision()).isEqualTo(new Decision.Go(1));
        assertThat(trips())
                .containsExactly(List.of("decide[a][1]"), List.of("decide[a][-22]"), List.of("cancel[a][22]"));
    }

    @Test
    void whileATripIsLateNobodyElseWaitsForIt() throws Exception {
        restart(TimeUnit.SECONDS.toNanos(2));
        Caller first = travelling("a", 1);
        assertThat(trouble(2)).isEqualTo("Redis did not answer within 2000 ms");
        for (int i = 0; i < 1_000; i++) {
            assertThat(trouble(3)).isEqualTo("Redis did not answer within 2000 ms");
        }
        server.answer(1);
        first.decision();
        server.answer(1);
        assertThat(trouble(4)).isEqualTo("Go[remaining=4]");
    }

    @Test
    void whoHasLittlePatienceDoesNotDecideForOthersThatRedisIsGone() throws Exception {
        Caller first = travelling("a", 1);
        long soon = TimeUnit.MILLISECONDS.toNanos(5);
        try {
            combiner.decide(List.of("a"), EchoDialect.ask(2), soon);
            fail("It was not answered");
        } catch (RedisTroubleException e) {
            assertThat(e).hasMessage("Redis did not answer within 5 ms");
        }
        Caller third = new Caller("a", 3).queued();
        server.answer(2);
        first.decision();
        assertThat(third.decision()).isEqualTo(new Decision.Go(3));
        assertThat(trips()).containsExactly(List.of("decide[a][1]"), List.of("decide[a][3]"));
    }

    private String trouble(long number) {
        try {
            return combiner.decide(List.of("a"), EchoDialect.ask(number), PATIENT)
                    .toString();
        } catch (RedisTroubleException e) {
            return e.getMessage();
        }
    }

    @Test
    void aLineOnWhichNothingMovesIsClosedForWhoeverIsOnIt() throws Exception {
        restart(IMPATIENT);
        Caller first = travelling("a", 1);
        trouble(2);
        await().atMost(Duration.ofSeconds(5)).until(() -> {
            trouble(3);
            return line().isClosed();
        });
        server.then(commands -> {
            throw new LineBrokenException("Socket closed", null);
        });
        server.answer(1);
        assertThat(first.trouble()).isEqualTo("Socket closed");
    }

    @Test
    void anInterruptNeitherEndsTheWaitNorIsLost() throws Exception {
        Caller first = travelling("a", 1);
        AtomicReference<@Nullable Object> seen = new AtomicReference<>();
        Thread second = new Thread(() -> seen.set(trouble(2) + Thread.interrupted()));
        second.start();
        await().until(() -> second.getState() == Thread.State.TIMED_WAITING);
        second.interrupt();
        server.answer(2);
        first.decision();
        second.join(10_000);
        assertThat(seen).hasValue("Go[remaining=2]true");
    }

    @Test
    void aLostTripIsNeverSentAgainAndItsCallersAndThoseWhoWaitHearOfIt() throws Exception {
        Caller first = travelling("a", 1);
        Caller second = new Caller("a", 2).queued();
        ScriptedLine broken = line();
        server.then(commands -> {
            throw new LineBrokenException("Reset by peer", null);
        });
        server.then(commands -> {
            throw new LineBrokenException("And again", null);
        });
        server.answer(1);
        assertThat(first.trouble()).isEqualTo("Reset by peer");
        server.answer(1);
        assertThat(second.trouble()).isIn("Reset by peer", "And again");
        assertThat(broken.isClosed()).isTrue();
        assertThat(broken.trips.stream().map(EchoDialect::texts)).containsExactly(List.of("decide[a][1]"));
        assertThat(dialect.failures).startsWith("Reset by peer").isSubsetOf("Reset by peer", "And again");
        await().until(() -> heard.changes.size() >= 3);
        assertThat(heard.changes).startsWith("closed", "opened: Reset by peer", "closed");
    }

    @Test
    void anErrorAboutAKeyIsItsCallersAloneAndOneAboutTheServerOpensTheBreaker() throws Exception {
        server.then(commands -> List.of(new JedisDataException("WRONGTYPE Operation against a key")));
        server.answer(1);
        assertThat(trouble(1)).isEqualTo("Redis answered WRONGTYPE Operation against a key");
        assertThat(heard.changes).containsExactly("closed");
        assertThat(line().isClosed()).isFalse();
        ScriptedLine loading = line();
        server.then(commands -> List.of(new JedisDataException("LOADING Redis is loading the dataset in memory")));
        server.answer(1);
        assertThat(trouble(2)).isEqualTo("Redis answered LOADING Redis is loading the dataset in memory");
        assertThat(loading.isClosed()).isTrue();
        await().until(() -> heard.changes.size() == 3);
        assertThat(heard.changes)
                .containsExactly(
                        "closed", "opened: Redis answered LOADING Redis is loading the dataset in memory", "closed");
    }

    @Test
    void aReplyThatCannotBeReadIsTroubleAndTheConnectionGoesOn() throws Exception {
        server.then(commands -> List.of(42L));
        server.then(commands -> List.of(List.of(1L, 2L)));
        server.answer(3);
        assertThat(trouble(1)).startsWith("The reply of Redis cannot be read: ");
        assertThat(trouble(2)).contains("1 asks and 2 decisions");
        assertThat(trouble(3)).isEqualTo("Go[remaining=3]");
        assertThat(lines).hasSize(1);
    }

    @Test
    void whatMustBeSentAgainAtOnceIsAtMostTwice() throws Exception {
        server.then(commands -> List.of("a2"));
        server.then(commands -> List.of("a3"));
        server.answer(3);
        assertThat(trouble(1)).isEqualTo("Go[remaining=1]");
        for (int i = 4; i <= 6; i++) {
            String name = "a" + i;
            server.then(commands -> List.of(name));
        }
        server.answer(3);
        assertThat(trouble(2)).isEqualTo("What Redis keeps of a rule changes faster than it is read");
        assertThat(trips())
                .containsExactly(
                        List.of("decide[a][1]"),
                        List.of("decide[a2][1]"),
                        List.of("decide[a3][1]"),
                        List.of("decide[a][2]"),
                        List.of("decide[a4][2]"),
                        List.of("decide[a5][2]"));
        assertThat(dialect.failures).containsExactly("What Redis keeps of a rule changes faster than it is read");
    }

    @Test
    void onlyWhatNeedsItIsSentAgain() throws Exception {
        Caller first = travelling("a", 1);
        Caller second = new Caller("a", 2).queued();
        Caller third = new Caller("b", 3).queued();
        Caller fourth = new Caller("c", 4).queued();
        server.then(EchoDialect::echo);
        server.then(commands -> List.of(List.of(2L), "b2", List.of(4L)));
        server.answer(3);
        first.decision();
        assertThat(second.decision()).isEqualTo(new Decision.Go(2));
        assertThat(third.decision()).isEqualTo(new Decision.Go(3));
        assertThat(fourth.decision()).isEqualTo(new Decision.Go(4));
        assertThat(trips().get(2)).containsExactly("decide[b2][3]");
    }

    @Test
    void afterItsEndWhatWaitedWasSentAndNothingMoreIs() throws Exception {
        Caller first = travelling("a", 1);
        combiner.cancel("a", new long[] {5});
        server.answer(2);
        first.decision();
        combiner.close();
        assertThat(trips()).containsExactly(List.of("decide[a][1]"), List.of("cancel[a][5]"));
        assertThat(line().isClosed()).isTrue();
        assertThat(trouble(2)).isEqualTo("The connection to Redis was closed");
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("headgate-redis")));
    }
}
