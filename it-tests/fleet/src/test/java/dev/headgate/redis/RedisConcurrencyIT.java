package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.it.support.redis.Signals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** So many at once in a fleet, on a real server. */
class RedisConcurrencyIT {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int AT_ONCE = 6;
    private static final int MEMBERS = 4;
    private static final int THREADS = 8;

    private final RedisServer server = RedisServer.started();
    private final List<Member> members = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @BeforeEach
    void start() {
        for (int i = 0; i < MEMBERS; i++) {
            members.add(new Member(server.port(), "m" + i, AT_ONCE, LEASE, MEMBERS));
        }
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        assertThat(KeyScan.withoutTtl(server, "*")).isEmpty();
        members.forEach(Member::close);
        assertThat(members).allMatch(member -> member.failure.get() == null);
        server.close();
    }

    /** Goes in and out until it is over or has been in so many times; returns how often. */
    private CompletableFuture<Integer> load(Member member, Duration held, int times, AtomicBoolean over) {
        return CompletableFuture.supplyAsync(
                () -> {
                    int done = 0;
                    while (done < times && !over.get()) {
                        Optional<Permit> permit = member.enter(LONG);
                        if (permit.isPresent()) {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            Pause.of(held);
                            inside.decrementAndGet();
                            permit.get().close();
                            done++;
                        }
                    }
                    return done;
                },
                threads);
    }

    private static int sum(List<CompletableFuture<Integer>> loads) {
        return loads.stream()
                .mapToInt(load -> load.orTimeout(60, TimeUnit.SECONDS).join())
                .sum();
    }

    @Test
    void four_clients_with_eight_threads_each_are_never_more_than_the_limit_and_each_gets_its_part() {
        AtomicBoolean over = new AtomicBoolean();
        List<List<CompletableFuture<Integer>>> loads = new ArrayList<>();
        for (Member member : members) {
            loads.add(IntStream.range(0, THREADS)
                    .mapToObj(i -> load(member, Duration.ofMillis(5), Integer.MAX_VALUE, over))
                    .toList());
        }
        Pause.of(Duration.ofSeconds(4));
        over.set(true);
        List<Integer> done = loads.stream().map(RedisConcurrencyIT::sum).toList();
        int all = done.stream().mapToInt(Integer::intValue).sum();
        int trips = members.stream().mapToInt(member -> member.trips.get()).sum();
        String report = done + " calls of 5 ms in 4 s, " + trips + " trips";
        System.out.println(report);
        assertThat(most.get()).as(report).isEqualTo(AT_ONCE);
        assertThat(done).as(report).allSatisfy(one -> assertThat(one).isGreaterThan(all / MEMBERS / 2));
        assertThat(members).allMatch(member -> member.lapsed.get() == 0 && member.outages.get() == 0);
        await().atMost(LONG)
                .until(() -> server.call("EXISTS", "{hg:charges}:c1:permits").equals(0L));
    }

    private RunningJvm holder(int permits, Duration lease) {
        return ForkedJvm.java()
                .classPath(ClassPath.withoutThose())
                .main(
                        PermitHolder.class.getName(),
                        "" + server.port(),
                        "" + AT_ONCE,
                        "" + lease.toMillis(),
                        "" + permits)
                .start();
    }

    @Test
    void what_a_killed_process_held_comes_free_after_its_lease_and_not_before() {
        Member other = members.get(0);
        try (RunningJvm holder = holder(AT_ONCE, LEASE)) {
            holder.awaitOut(line -> line.equals("holds " + AT_ONCE), LONG);
            long held = System.nanoTime();
            assertThat(other.enter(LEASE.multipliedBy(2)))
                    .as("renewed for two leases")
                    .isEmpty();
            assertThat(System.nanoTime() - held).isGreaterThanOrEqualTo(LEASE.toNanos() * 2);
            long killed = System.nanoTime();
            Signals.send("KILL", holder.pid());
            Permit permit = other.enter(LONG).orElseThrow();
            Duration took = Duration.ofNanos(System.nanoTime() - killed);
            assertThat(took).isBetween(LEASE.multipliedBy(2).dividedBy(3).minusMillis(500), LEASE.plusSeconds(1));
            for (int i = 1; i < AT_ONCE; i++) {
                assertThat(other.limit.tryEnter()).isPresent();
            }
            assertThat(other.limit.tryEnter()).isEmpty();
            permit.close();
        }
    }

    @Test
    void what_a_stopped_process_held_lapses_and_it_is_told_so_when_it_goes_on() {
        Member other = members.get(0);
        try (RunningJvm holder = holder(2, Duration.ofSeconds(1))) {
            holder.awaitOut(line -> line.equals("holds 2"), LONG);
            List<Permit> held = new ArrayList<>();
            for (int i = 0; i < AT_ONCE - 2; i++) {
                held.add(other.limit.tryEnter().orElseThrow());
            }
            assertThat(other.limit.tryEnter()).isEmpty();
            Signals.send("STOP", holder.pid());
            held.add(other.enter(LONG).orElseThrow());
            held.add(other.enter(LONG).orElseThrow());
            Signals.send("CONT", holder.pid());
            await().atMost(LONG).until(() -> {
                other.limit.tryEnter().ifPresent(held::add);
                return other.limit.getFleetInside() == AT_ONCE + 2;
            });
            assertThat(other.limit.tryEnter()).as("2 over the limit").isEmpty();
            holder.tell("tell");
            holder.awaitOut(line -> line.equals("lapsed 2"), LONG);
            held.get(0).close();
            held.get(1).close();
            assertThat(other.limit.tryEnter()).as("as many as the limit").isEmpty();
            holder.tell("end");
            holder.awaitOut(line -> line.equals("ended"), LONG);
            assertThat(other.limit.tryEnter()).isPresent();
            assertThat(other.lapsed.get()).isZero();
        }
    }

    @Test
    void a_server_that_forgets_lets_in_the_limit_once_more_and_knows_again_within_a_lease() {
        Member first = members.get(0);
        Member second = members.get(1);
        List<Permit> old = enterAll(first);
        server.call("FLUSHALL");
        List<Permit> young = enterAll(second);
        assertThat(young).as("bound: the limit twice").hasSize(AT_ONCE);
        long flushed = System.nanoTime();
        await().atMost(LEASE.dividedBy(2))
                .until(() -> second.limit.tryEnter().isEmpty() && second.limit.getFleetInside() == 2 * AT_ONCE);
        assertThat(System.nanoTime() - flushed).isLessThan(LEASE.toNanos());
        assertThat(first.lapsed.get()).isEqualTo(AT_ONCE);
        assertThat(old).allMatch(Permit::hasLapsed);
        old.forEach(Permit::close);
        await().atMost(LONG).until(() -> second.limit.tryEnter().isEmpty() && second.limit.getFleetInside() == AT_ONCE);
        young.get(0).close();
        assertThat(second.limit.tryEnter()).isPresent();
        assertThat(second.lapsed.get()).isZero();
    }

    @Test
    void under_load_a_server_that_forgets_again_and_again_lets_in_twice_the_limit_at_most() {
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Integer>> loads = new ArrayList<>();
        for (Member member : members) {
            for (int i = 0; i < THREADS; i++) {
                loads.add(load(member, Duration.ofMillis(40), Integer.MAX_VALUE, over));
            }
        }
        for (int i = 0; i < 10; i++) {
            Pause.of(Duration.ofMillis(200)); // all that were inside have left by then
            server.call("FLUSHALL");
        }
        over.set(true);
        assertThat(sum(loads)).isGreaterThan(100);
        assertThat(most.get()).isBetween(AT_ONCE, 2 * AT_ONCE);
    }

    private List<Permit> enterAll(Member member) {
        List<Permit> permits = new ArrayList<>();
        for (Optional<Permit> permit = member.limit.tryEnter(); permit.isPresent(); permit = member.limit.tryEnter()) {
            permits.add(permit.get());
        }
        return permits;
    }

    @Test
    void while_the_server_is_down_each_has_its_share_and_when_it_is_back_the_limit_holds_within_a_lease() {
        Member first = members.get(0);
        List<Permit> held = enterAll(first);
        assertThat(held).hasSize(AT_ONCE);
        server.kill9();
        assertThat(first.limit.tryEnter())
                .as("what is held stands, and is above the share")
                .isEmpty();
        assertThat(first.limit.getInside()).isEqualTo(AT_ONCE);
        for (Member other : members.subList(1, MEMBERS)) {
            assertThat(enterAll(other)).as("6 / 4").hasSize(1);
        }
        server.start();
        long began = System.nanoTime();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> members.stream().allMatch(member -> member.returns.get() == 1));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
        members.forEach(member -> assertThat(member.limit.tryEnter()).isEmpty());
        Member last = members.get(MEMBERS - 1);
        assertThat(last.limit.getFleetInside()).as("told again").isEqualTo(AT_ONCE + MEMBERS - 1);
        held.subList(0, MEMBERS - 1).forEach(Permit::close);
        await().atMost(LONG).until(() -> last.limit.tryEnter().isEmpty() && last.limit.getFleetInside() == AT_ONCE);
        held.get(MEMBERS - 1).close();
        assertThat(last.enter(LONG)).isPresent();
        assertThat(members.get(1).limit.tryEnter()).isEmpty();
        assertThat(members).allMatch(member -> member.outages.get() == 1);
    }
}
