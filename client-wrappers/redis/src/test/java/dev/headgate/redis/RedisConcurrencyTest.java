package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.limiter.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RedisConcurrencyTest extends RedisConcurrencyFixture {
    @Test
    void no_more_than_the_limit_are_inside_and_a_permit_is_given_back_once() {
        Permit first = limit.tryEnter().orElseThrow();
        assertThat(process("b", 2).tryEnter()).isPresent();
        assertThat(limit.tryEnter()).isEmpty();
        assertThat(limit.getFleetInside()).isEqualTo(2);
        first.close();
        first.close();
        assertThat(limit.getInside()).isZero();
        assertThat(limit.tryEnter()).as("what was given back goes along").isPresent();
        assertThat(redis.told).hasSize(4);
        assertThat(MemoryPermits.givenBack(redis.last())).containsExactly("a:1");
        assertThat(limit.tick()).isEqualTo(LEASE.toNanos() / 3);
        assertThat(redis.told).hasSize(4);
        assertThatThrownBy(() -> process("c", 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void who_queues_is_let_in_first_come_first_served_in_one_trip() {
        Turn d = enqueue("a");
        enqueue("b");
        enqueue("c");
        assertThat(limit.tryEnter()).as("nobody passes those who wait").isEmpty();
        assertThat(redis.told).isEmpty();
        limit.tick();
        assertThat(heard).containsExactly("a", "b");
        assertThat(redis.told).hasSize(1);
        assertThat(d.cancel()).as("too late").isFalse();
        Turn e = enqueue("e");
        enqueue("f");
        assertThat(e.cancel()).isTrue();
        assertThat(e.cancel()).isFalse();
        inside.get(0).close();
        limit.tick();
        inside.get(1).close();
        limit.tick();
        assertThat(heard).containsExactly("a", "b", "c", "f");
        assertThat(redis.told).hasSize(3);
        assertThat(limit.getQueued()).isZero();
    }

    @Test
    void a_wait_ends_when_it_is_over() {
        RedisConcurrency other = process("b", 2);
        other.tryEnter();
        other.tryEnter();
        enqueue("a");
        assertThat(limit.tick()).as("looks again soon").isEqualTo(5_000_000);
        pass(Duration.ofMillis(400));
        assertThat(limit.tick()).as("looks again later").isEqualTo(50_000_000);
        pass(Duration.ofMillis(590));
        assertThat(limit.tick()).as("the wait ends before").isEqualTo(10_000_000);
        pass(Duration.ofMillis(10));
        assertThat(heard).isEmpty();
        limit.tick();
        assertThat(heard).containsExactly("not a");
        assertThat(redis.last().get(8)).as("and leaves the line").isEqualTo("0");
        assertThat(MemoryPermits.entering(redis.last())).isEmpty();
        assertThat(limit.getQueued()).isZero();
    }

    @Test
    void all_permits_are_renewed_in_one_command_at_a_third_of_their_lease() {
        limit.tryEnter();
        limit.tryEnter();
        pass(Duration.ofSeconds(3).minusNanos(1));
        assertThat(limit.tick()).isEqualTo(1);
        assertThat(redis.told).hasSize(2);
        for (int third = 0; third < 12; third++) {
            pass(Duration.ofNanos(third == 0 ? 1 : 3_000_000_000L));
            assertThat(limit.tick()).isEqualTo(3_000_000_000L);
            assertThat(redis.told).hasSize(3 + third);
            assertThat(MemoryPermits.renewed(redis.last())).containsExactly("a:1", "a:2");
        }
        assertThat(process("b", 2).tryEnter()).isEmpty();
    }

    @Test
    void who_comes_while_a_trip_is_under_way_is_asked_for_by_the_next_at_once() {
        List<RedisConcurrency> self = new ArrayList<>();
        PermitScript script = new PermitScript("{hg:x}:c1", "m", LEASE, () -> Terms.SERVER);
        CommandRunner meanwhile = command -> {
            if (redis.told.isEmpty()) {
                self.get(0).enqueue(A_SECOND, inside::add, () -> heard.add("refused"));
            }
            return redis.run(command);
        };
        RedisConcurrency busy =
                new RedisConcurrency(2, 0, script, meanwhile, n -> 1, events, clock, () -> heard.add("wake"));
        self.add(busy);
        assertThat(busy.tryEnter()).isPresent();
        assertThat(inside).isEmpty();
        assertThat(heard).contains("wake");
        busy.tick();
        assertThat(inside).hasSize(1);
        assertThat(redis.told).hasSize(2);
    }

    @Test
    void a_turn_that_leaves_while_it_is_asked_for_does_not_cost_a_permit() {
        List<Turn> turns = new ArrayList<>();
        AtomicInteger wakes = new AtomicInteger();
        PermitScript script = new PermitScript("{hg:x}:c1", "l", LEASE, () -> Terms.SERVER);
        CommandRunner leaving = command -> {
            turns.forEach(Turn::cancel);
            return redis.run(command);
        };
        RedisConcurrency left = new RedisConcurrency(
                2, 0, script, leaving, n -> 1, events, TimeMeter.SYSTEM_NANOTIME, wakes::incrementAndGet);
        turns.add(left.enqueue(A_SECOND, inside::add, () -> heard.add("refused")));
        assertThat(left.tick()).as("has something to give back").isZero();
        assertThat(redis.permits).hasSize(1);
        left.tick();
        assertThat(redis.permits).isEmpty();
        assertThat(inside).isEmpty();
        assertThat(heard).isEmpty();
    }

    @Test
    void a_narrower_limit_waits_for_who_is_inside_and_a_newer_file_decides() {
        inside.add(limit.tryEnter().orElseThrow());
        inside.add(limit.tryEnter().orElseThrow());
        limit.setLimit(1, 0);
        assertThat(limit.getLimit()).isEqualTo(1);
        inside.get(0).close();
        assertThat(limit.tryEnter()).isEmpty();
        limit.setLimit(3, 4);
        assertThat(limit.tryEnter()).isPresent();
        redis.newestRevision = 5;
        redis.newestAtOnce = 2;
        assertThat(limit.tryEnter()).isEmpty();
        assertThat(limit.tryEnter()).isEmpty();
        assertThat(limit.getLimit()).isEqualTo(2);
        assertThat(events.all).containsExactly("outdated: 5, 2");
        assertThatThrownBy(() -> limit.setLimit(0, 6)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_waiter_that_fails_gives_its_permit_back_and_the_next_is_let_in() {
        limit.enqueue(
                A_SECOND,
                permit -> {
                    throw new IllegalStateException("a");
                },
                () -> {});
        enqueue("b");
        limit.tick();
        assertThat(heard).containsExactly("b");
        assertThat(events.all).containsExactly("failed: a");
        assertThat(limit.getInside()).isEqualTo(1);
    }

    @Test
    void closing_refuses_who_waits_and_gives_all_back() {
        Permit permit = limit.tryEnter().orElseThrow();
        limit.tryEnter();
        enqueue("a");
        limit.close();
        permit.close();
        assertThat(heard).containsExactly("not a");
        assertThat(redis.permits).isEmpty();
        enqueue("b");
        assertThat(heard).containsExactly("not a", "not b");
        assertThat(limit.tryEnter()).isEmpty();
        limit.tick();
        assertThat(redis.told).hasSize(3);
        assertThatThrownBy(() -> new PermitScript("k", "p", Duration.ofMinutes(2), () -> Terms.SERVER))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void many_threads_never_are_too_many_inside_and_nobody_is_forgotten() throws InterruptedException {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore served = new Semaphore(0);
        try (LeaseDaemon daemon = new LeaseDaemon()) {
            RedisConcurrency busy = process("d", 2, daemon::wake);
            daemon.watch(busy);
            ExecutorService threads = Executors.newFixedThreadPool(8);
            for (int t = 0; t < 8; t++) {
                threads.execute(() -> {
                    for (int i = 0; i < 500; i++) {
                        busy.enqueue(
                                Duration.ofMinutes(1),
                                permit -> {
                                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                                    now.decrementAndGet();
                                    permit.close();
                                    served.release();
                                },
                                () -> {});
                        busy.tryEnter().ifPresent(Permit::close);
                    }
                });
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            assertThat(served.tryAcquire(4_000, 30, TimeUnit.SECONDS)).isTrue();
            daemon.forget(busy);
            busy.close();
        }
        assertThat(most.get()).isBetween(1, 2);
        assertThat(redis.permits).isEmpty();
        assertThat(events.all).isEmpty();
    }
}
