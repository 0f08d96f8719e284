package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.TimeMeter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A limit of so many at once while its owner is stopped, or Redis is away or makes no sense. */
class RedisConcurrencyFailureTest extends RedisConcurrencyFixture {
    @Test
    void a_stopped_owner_loses_its_permits_and_is_told_when_it_renews_them_late() {
        Permit lost = limit.tryEnter().orElseThrow();
        Permit given = limit.tryEnter().orElseThrow();
        pass(LEASE);
        RedisConcurrency other = process("b", 2);
        Permit theirs = other.tryEnter().orElseThrow();
        assertThat(other.tryEnter()).isPresent();
        given.close();
        assertThat(lost.hasLapsed()).isFalse();
        limit.tick();
        assertThat(lost.hasLapsed()).isTrue();
        assertThat(given.hasLapsed()).isFalse();
        assertThat(events.all).containsExactly("lapsed: 1");
        assertThat(limit.getFleetInside()).isEqualTo(3);
        theirs.close();
        assertThat(other.tryEnter()).as("2 are inside").isEmpty();
        lost.close();
        limit.tick();
        assertThat(other.tryEnter()).isPresent();
    }

    @Test
    void while_redis_is_away_the_share_holds_and_what_is_held_stands() {
        RedisConcurrency wide = process("w", 8);
        for (int i = 0; i < 3; i++) {
            inside.add(wide.tryEnter().orElseThrow());
        }
        redis.fault = MemoryPermits.Fault.LOST_ON_THE_WAY;
        assertThat(wide.tryEnter()).as("the fourth of 8 / 2").isPresent();
        assertThat(events.all).containsExactly("away: on purpose");
        int trips = redis.told.size();
        assertThat(wide.tryEnter()).isEmpty();
        assertThat(wide.getInside()).isEqualTo(4);
        inside.get(0).close();
        Permit alone = wide.tryEnter().orElseThrow();
        alone.close();
        assertThat(wide.tryEnter()).isPresent();
        assertThat(redis.told).as("no call pays while it is away").hasSize(trips);
        for (long millis : List.of(100, 200, 400, 800, 1_000, 1_000)) {
            assertThat(wide.tick()).isEqualTo(Duration.ofMillis(millis).toNanos());
            pass(Duration.ofMillis(millis));
            wide.tick();
            assertThat(redis.told).hasSize(++trips);
        }
        redis.permits.clear();
        redis.fault = MemoryPermits.Fault.NONE;
        pass(A_SECOND);
        wide.tick();
        assertThat(events.all).containsExactly("away: on purpose", "back", "lapsed: 2");
        assertThat(redis.permits.keySet()).as("told what is held").hasSize(4);
        assertThat(MemoryPermits.givenBack(redis.last())).contains("w:1", "w:4");
        assertThat(wide.tryEnter()).as("others may not have told theirs").isEmpty();
        pass(Duration.ofMillis(1_250));
        assertThat(wide.tryEnter()).isPresent();
    }

    @Test
    void waiters_are_let_in_while_redis_is_away_as_the_share_allows() {
        redis.fault = MemoryPermits.Fault.REFUSED;
        enqueue("a");
        enqueue("b");
        limit.tick();
        assertThat(heard).containsExactly("a");
        assertThat(events.all).containsExactly("away: Redis refuses: OOM on purpose");
        inside.get(0).close();
        limit.tick();
        assertThat(heard).containsExactly("a", "b");
        assertThat(redis.told).hasSize(1);
    }

    @Test
    void a_permit_whose_reply_was_lost_is_taken_back() {
        redis.fault = MemoryPermits.Fault.REPLY_LOST;
        RedisConcurrency wide = process("w", 4);
        assertThat(wide.tryEnter()).isPresent();
        assertThat(redis.permits).containsOnlyKeys("w:1");
        redis.fault = MemoryPermits.Fault.NONE;
        pass(A_SECOND);
        wide.tick();
        assertThat(redis.permits).as("the one of the share").containsOnlyKeys("w:2");
    }

    @Test
    void an_answer_that_is_none_is_a_failure_of_redis() {
        PermitScript script = new PermitScript("{hg:x}:c1", "n", LEASE, () -> Terms.SERVER);
        for (Object reply : new Object[] {"OK", List.of(1L, 2L), List.of(1L, 2L, 0L, 1L, 9L, 0L), new byte[0]}) {
            RedisConcurrency odd = new RedisConcurrency(
                    2, 0, script, command -> reply, n -> 0, events, TimeMeter.SYSTEM_NANOTIME, () -> {});
            assertThat(odd.tryEnter()).isEmpty();
        }
        assertThat(events.all).hasSize(4).allMatch(event -> event.startsWith("away: Not an answer"));
    }
}
