package dev.headgate.it.storms;

import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.Scheduled;
import org.jspecify.annotations.Nullable;

/** One attempt of a call of the program: from the gate to its reply, its time-out or its rejection. */
final class Attempt implements Scheduled.Continuation {
    private final ProgramCall call;
    private final int number;
    private final Wire wire;
    private EventLoop.@Nullable Event timeout;
    private boolean over;

    /** What the throttle takes it for; kept for what becomes of it. */
    @Nullable
    Demand demand;

    Attempt(ProgramCall call, int number, Wire wire) {
        this.call = call;
        this.number = number;
        this.wire = wire;
    }

    /** The number of the program's call. */
    long callNumber() {
        return call.number();
    }

    /** How many came before it. */
    int repeats() {
        return number - 1;
    }

    /** It may go. */
    void go() {
        wire.recording().sent();
        timeout = wire.loop().in(Scenario.TIMEOUT_SECONDS, this::timedOut);
        wire.send(this::replied);
    }

    @Override
    public void admitted() {
        go();
    }

    @Override
    public void rejected(Rejection rejection) {
        wire.recording().rejected();
        call.failed(0);
    }

    private void replied(Reply reply) {
        if (over) {
            return;
        }
        over = true;
        if (timeout != null) {
            timeout.cancel();
        }
        call.gate().answered(this, reply);
        if (reply.isGood()) {
            call.served();
        } else {
            call.failed(reply.retryAfterNanos());
        }
    }

    private void timedOut() {
        over = true;
        call.gate().timedOut(this);
        call.failed(0);
    }
}
