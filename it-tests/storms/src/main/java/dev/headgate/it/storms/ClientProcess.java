package dev.headgate.it.storms;

import java.util.SplittableRandom;

/** One process of the fleet: the program with its retry loop, and the gate before its client. */
final class ClientProcess {
    private final EventLoop loop;
    private final Gate gate;
    private final RetryLoop retries;
    private final Wire wire;
    private final SplittableRandom random;
    private long offered;
    private long served;

    ClientProcess(EventLoop loop, Gate gate, RetryLoop retries, Wire wire, SplittableRandom random) {
        this.loop = loop;
        this.gate = gate;
        this.retries = retries;
        this.wire = wire;
        this.random = random;
    }

    EventLoop loop() {
        return loop;
    }

    Gate gate() {
        return gate;
    }

    Wire wire() {
        return wire;
    }

    long pauseNanos(int made, long retryAfterNanos) {
        return retries.pauseNanos(made, retryAfterNanos, random);
    }

    void offered() {
        offered++;
        wire.recording().offered();
    }

    void served(double afterSeconds) {
        served++;
        wire.recording().served(afterSeconds);
    }

    /** The share of its calls that were served; of a process that made none all were. */
    double success() {
        return offered == 0 ? 1 : (double) served / offered;
    }
}
