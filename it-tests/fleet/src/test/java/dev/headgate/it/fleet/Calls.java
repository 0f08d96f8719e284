package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited;
import dev.headgate.it.support.ArrivalCheck;
import dev.headgate.throttle.Throttle;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Calls and what their callers saw of them. Thread-safe. */
final class Calls {
    private final Collection<Made> made = new ConcurrentLinkedQueue<>();

    /**
     * A call.
     *
     * @param started when it asked, in {@link System#nanoTime()}
     * @param ended when it was let go or refused
     * @param thrown null if it went
     */
    record Made(long started, long ended, Throwable thrown) {
        boolean admitted() {
            return thrown == null;
        }

        /** Returns how long it took, without what the machine stood still meanwhile. */
        Duration took() {
            Duration took = Duration.ofNanos(ended - started).minus(Stalls.between(started, ended));
            return took.isNegative() ? Duration.ZERO : took;
        }
    }

    /** Makes a call on this thread and returns what became of it. */
    Made make(Throttle throttle) {
        long started = System.nanoTime();
        Throwable thrown = null;
        try {
            throttle.acquire();
        } catch (Throwable e) {
            thrown = e;
        }
        Made call = new Made(started, System.nanoTime(), thrown);
        made.add(call);
        return call;
    }

    List<Made> made() {
        return List.copyOf(made);
    }

    /** Returns when calls were let go, of those that were let go between the two times. */
    List<Long> admitted(long from, long to) {
        return made.stream()
                .filter(call -> call.admitted() && call.ended() >= from && call.ended() < to)
                .map(Made::ended)
                .toList();
    }

    List<Long> admitted() {
        return admitted(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Returns how many calls went in the fullest 900 ms. */
    int most() {
        return ArrivalCheck.mostIn(Duration.ofMillis(900), admitted());
    }

    /** The program is promised: its call goes, or is refused as limited, and no trouble of Redis is its own. */
    void assertBounded(Duration atMost) {
        assertThat(made()).isNotEmpty();
        for (Made call : made) {
            if (!call.admitted()) {
                assertThat(call.thrown()).isInstanceOf(RateLimited.class);
            }
        }
        Duration longest =
                made.stream().map(Made::took).max(Duration::compareTo).orElseThrow();
        assertThat(longest).as("longest call of " + made.size()).isLessThanOrEqualTo(atMost);
    }
}
