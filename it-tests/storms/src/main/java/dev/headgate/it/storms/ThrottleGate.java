package dev.headgate.it.storms;

import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Journal;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.Machinery;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Scheduled;
import dev.headgate.throttle.Throttles;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.SplittableRandom;

/** The throttle of one process, as it is: only its clock, timer, pool, random and store are the simulation's. */
final class ThrottleGate implements Gate {
    private static final Journal MUTE = new Journal() {
        @Override
        public void info(String message) {}

        @Override
        public void warn(String id, String message) {
            throw new IllegalStateException(id + " " + message);
        }
    };

    /** How often somebody looks at the figures of a process; that must change nothing. */
    private static final double READ_SECONDS = 5;

    private final EventLoop loop;
    private final Throttles throttles;
    private final AttemptReader requests;
    private final SocketTimeoutException timeout = new SocketTimeoutException("timeout");

    /**
     * Makes the throttle of a process.
     *
     * @param ledger the store as this process sees it
     * @param tripSeconds how long it takes to ask it
     * @param marked whether the program's client says of what it repeats that it does
     */
    ThrottleGate(
            EventLoop loop, Rule rule, Ledger ledger, double tripSeconds, boolean marked, SplittableRandom random) {
        VirtualTimer timer = new VirtualTimer(loop, tripSeconds);
        Machinery machinery = Machinery.builder()
                .clock(loop)
                .wallClock(loop::epochMillis)
                .random(random)
                .alarm(timer)
                .continuations(timer)
                .keySecret(new byte[] {1})
                .journal(MUTE)
                .build();
        this.throttles = new Throttles(List.of(rule), machinery, ledger);
        this.requests = new AttemptReader(marked);
        this.loop = loop;
        readLater();
    }

    private void readLater() {
        loop.in(READ_SECONDS, () -> {
            throttles.snapshot();
            readLater();
        });
    }

    @Override
    public void ask(Attempt attempt) {
        Demand demand = throttles.http(requests, attempt);
        attempt.demand = demand;
        if (demand == null) {
            attempt.go();
            return;
        }
        Scheduled scheduled = demand.schedule(null, Long.MAX_VALUE);
        Rejection rejection = scheduled.rejection();
        if (rejection != null) {
            attempt.rejected(rejection);
        } else if (scheduled.isDecided() && scheduled.waitNanos() == 0) {
            attempt.go();
        } else {
            scheduled.onSlot(attempt);
        }
    }

    @Override
    public void answered(Attempt attempt, Reply reply) {
        if (attempt.demand != null) {
            attempt.demand.answered(requests, attempt, ReplyReader.INSTANCE, reply);
        }
    }

    @Override
    public void timedOut(Attempt attempt) {
        if (attempt.demand != null) {
            attempt.demand.failed(requests, attempt, timeout);
        }
    }
}
