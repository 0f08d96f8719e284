package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What many threads send over one connection. */
@Timeout(60)
class CombinerTest extends CombinerFixture {
    @Test
    void whileTheFirstConnectionIsMadeCallsWaitAsLongAsTheyLike() throws Exception {
        combiner.close();
        CountDownLatch reachable = new CountDownLatch(1);
        Lines slow = () -> {
            try {
                reachable.await();
            } catch (InterruptedException e) {
                throw new LineBrokenException("Interrupted", e);
            }
            return open();
        };
        combiner = new Combiner<>(TimeMeter.SYSTEM_NANOTIME, PATIENT, dialect, slow, heard);
        combiner.start();
        try {
            combiner.decide(List.of("a"), EchoDialect.ask(1), 0);
            fail("There was no connection");
        } catch (RedisTroubleException e) {
            assertThat(e).hasMessage("Redis has not been reached yet");
        }
        Caller patient = new Caller("a", 2).queued();
        assertThat(patient.outcome).isNotDone();
        reachable.countDown();
        server.answer(2);
        assertThat(patient.trouble()).isIn("Go[remaining=2]", "Redis has not been reached yet");
        assertThat(trouble(3)).isEqualTo("Go[remaining=3]");
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
        soon().untilAsserted(() -> assertThat(trips()).element(2).isEqualTo(List.of("cancel[c][12]")));
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
        soon().until(() -> single.getState() == Thread.State.TIMED_WAITING);
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
        soon().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("headgate-redis")));
    }
}
