package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.exceptions.JedisDataException;

/** Who hears what when replies are late, wrong, or do not come. */
@Timeout(60)
class CombinerTroubleTest extends CombinerFixture {
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

    @Test
    void whatWouldBeSentAgainTooLateIsNotSentAndTheConnectionGoesOn() throws Exception {
        restart(IMPATIENT);
        server.then(commands -> List.of("a2"));
        long begun = System.nanoTime();
        Caller first = travelling("a", 1);
        soon().until(() -> System.nanoTime() - begun > 2 * IMPATIENT);
        server.answer(2);
        assertThat(first.trouble()).isEqualTo("What Redis keeps of a rule changes faster than it is read");
        assertThat(trouble(2)).isEqualTo("Go[remaining=2]");
        assertThat(trips()).containsExactly(List.of("decide[a][1]"), List.of("decide[a][2]"));
        assertThat(combiner.isClosed()).isTrue();
    }

    @Test
    void aLineOnWhichNothingMovesIsClosedForWhoeverIsOnIt() throws Exception {
        restart(IMPATIENT);
        Caller first = travelling("a", 1);
        trouble(2);
        soon().atMost(Duration.ofSeconds(5)).until(() -> {
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
        soon().until(() -> second.getState() == Thread.State.TIMED_WAITING);
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
        soon().until(() -> heard.changes.size() >= 3);
        assertThat(heard.changes).startsWith("closed", "opened: Reset by peer", "closed");
    }

    @Test
    void anErrorAboutAKeyIsItsCallersAloneAndOneAboutTheServerOpensTheBreaker() throws Exception {
        server.then(commands -> List.of(new JedisDataException("WRONGTYPE Operation against a key")));
        server.answer(1);
        assertThat(trouble(1)).isEqualTo("Redis answered WRONGTYPE Operation against a key");
        soon().untilAsserted(() -> assertThat(heard.changes).containsExactly("closed"));
        assertThat(line().isClosed()).isFalse();
        ScriptedLine loading = line();
        server.then(commands -> List.of(new JedisDataException("LOADING Redis is loading the dataset in memory")));
        server.answer(1);
        assertThat(trouble(2)).isEqualTo("Redis answered LOADING Redis is loading the dataset in memory");
        assertThat(loading.isClosed()).isTrue();
        soon().until(() -> heard.changes.size() == 3);
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
}
