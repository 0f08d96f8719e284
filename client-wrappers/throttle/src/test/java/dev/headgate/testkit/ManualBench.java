package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.Journal;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.Machinery;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Tally;
import dev.headgate.throttle.Throttle;
import dev.headgate.throttle.Throttles;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rules at work on a {@link ManualClock}, with a journal that can be read. */
public final class ManualBench {
    public final ManualClock clock = new ManualClock();
    public final List<String> said = new CopyOnWriteArrayList<>();
    public final SplittableRandom random = new SplittableRandom(1);
    public final Machinery machinery;
    public final Throttles throttles;

    public ManualBench(Rule... rules) {
        this(100, rules);
    }

    public ManualBench(int waitingMax, Rule... rules) {
        this(waitingMax, Runnable::run, null, rules);
    }

    /** With another ledger on the bench's clock; null: the local one. */
    public ManualBench(
            int waitingMax, Executor continuations, @Nullable Function<ManualClock, Ledger> ledger, Rule... rules) {
        machinery = Machinery.builder()
                .clock(clock)
                .wallClock(() -> clock.currentTimeNanos() / 1_000_000)
                .random(random)
                .parking(clock)
                .alarm(clock)
                .continuations(continuations)
                .waitingMax(waitingMax)
                .keySecret(new byte[] {1, 2, 3})
                .journal(journal())
                .build();
        throttles =
                new Throttles(List.of(rules), machinery, ledger == null ? new LocalLedger(clock) : ledger.apply(clock));
    }

    /** A journal that keeps what it is told in {@link #said}. */
    public Journal journal() {
        return new Journal() {
            @Override
            public void info(String message) {
                said.add(message);
            }

            @Override
            public void warn(String id, String message) {
                said.add(id + " " + message);
            }
        };
    }

    public Throttle throttle(String name) {
        return throttles.downstream(name);
    }

    public Tally tally(String name) {
        return throttles.snapshot().stream()
                .filter(tally -> tally.downstream().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Every call that asked has ended in exactly one way. */
    public void assertAddsUp() {
        assertThat(throttles.snapshot())
                .allSatisfy(tally -> assertThat(tally.offered())
                        .as("%s", tally)
                        .isEqualTo(tally.admitted()
                                + tally.rejected()
                                + tally.cancelled()
                                + tally.failedOpen()
                                + tally.waiting()));
    }
}
