package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When Redis is asked, and when a new connection is tried. */
class BreakerTest {
    private final ManualClock clock = new ManualClock();
    private final Heard heard = new Heard();
    private final List<Line> used = new ArrayList<>();
    private final AtomicInteger tries = new AtomicInteger();
    private final AtomicInteger wakes = new AtomicInteger();
    private boolean reachable = true;
    private final Breaker breaker = new Breaker(clock, this::open, heard, used::add, wakes::incrementAndGet);

    private Line open() throws LineBrokenException {
        tries.incrementAndGet();
        if (!reachable) {
            throw new LineBrokenException("Nobody is there", null);
        }
        return new ScriptedLine(commands -> List.of());
    }

    @Test
    void theFirstConnectionClosesIt() {
        assertThat(breaker.state()).isEqualTo(Breaker.State.STARTING);
        assertThat(breaker.step()).isZero();
        assertThat(breaker.state()).isEqualTo(Breaker.State.CLOSED);
        assertThat(breaker.step()).isEqualTo(Breaker.NEVER);
        assertThat(heard.changes).containsExactly("closed");
        assertThat(used).hasSize(1);
    }

    @Test
    void aFirstTryThatFailsOpensItAndItIsTriedOnceASecond() {
        reachable = false;
        assertThat(breaker.step()).isZero();
        assertThat(breaker.state()).isEqualTo(Breaker.State.OPEN);
        assertThat(breaker.trouble()).hasMessage("Nobody is there");
        for (int second = 1; second <= 5; second++) {
            assertThat(breaker.step()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
            clock.pass(Duration.ofMillis(999));
            assertThat(breaker.nanosToProbe()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
            assertThat(breaker.step()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
            assertThat(tries).hasValue(second);
            clock.pass(Duration.ofMillis(1));
            assertThat(breaker.step()).isZero();
            assertThat(tries).hasValue(second + 1);
        }
        assertThat(heard.changes).containsExactly("opened: Nobody is there");
        reachable = true;
        clock.pass(Duration.ofSeconds(1));
        breaker.step();
        assertThat(breaker.isClosed()).isTrue();
        assertThat(heard.changes).containsExactly("opened: Nobody is there", "closed");
    }

    @Test
    void afterALostTripANewConnectionIsTriedAtOnceAndThenOnceASecond() {
        breaker.step();
        clock.pass(Duration.ofSeconds(1));
        breaker.open(new RedisTroubleException("Too late", null));
        breaker.open(new RedisTroubleException("Too late again", null));
        assertThat(breaker.state()).isEqualTo(Breaker.State.OPEN);
        assertThat(wakes).as("wakes").hasValue(1);
        assertThat(breaker.step()).isZero();
        assertThat(breaker.isClosed()).isTrue();
        breaker.open(new RedisTroubleException("Once more", null));
        assertThat(breaker.step()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
        assertThat(breaker.state()).isEqualTo(Breaker.State.OPEN);
        clock.pass(Duration.ofSeconds(1));
        breaker.step();
        assertThat(breaker.isClosed()).isTrue();
        assertThat(heard.changes)
                .containsExactly("closed", "opened: Too late", "closed", "opened: Once more", "closed");
        assertThat(tries).hasValue(3);
    }

    @Test
    void itStaysEndedAndClosesAConnectionThatComesTooLate() throws Exception {
        ScriptedLine late = new ScriptedLine(commands -> List.of());
        List<Breaker> self = new ArrayList<>();
        Breaker ended = new Breaker(
                clock,
                () -> {
                    self.get(0).end();
                    return late;
                },
                heard,
                used::add,
                () -> {});
        self.add(ended);
        ended.step();
        assertThat(ended.state()).isEqualTo(Breaker.State.ENDED);
        assertThat(late.isClosed()).isTrue();
        assertThat(heard.changes).isEmpty();
        ended.open(new RedisTroubleException("Too late", null));
        assertThat(ended.state()).isEqualTo(Breaker.State.ENDED);
        assertThat(ended.step()).isEqualTo(Breaker.NEVER);
        assertThat(ended.trouble()).hasMessage("The connection to Redis was closed");
    }

    @Test
    void nobodyWaitsForTheStartLongerThanASecondNorThanHeWants() {
        breaker.awaitStart(0);
        clock.pass(Duration.ofSeconds(1));
        breaker.awaitStart(TimeUnit.HOURS.toNanos(1));
        assertThat(breaker.state()).isEqualTo(Breaker.State.STARTING);
    }
}
