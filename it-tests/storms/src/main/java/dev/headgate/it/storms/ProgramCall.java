package dev.headgate.it.storms;

/** One call of the program with all its attempts. */
final class ProgramCall {
    private final ClientProcess process;
    private final long number;
    private final double begun;
    private int made;

    ProgramCall(ClientProcess process, long number) {
        this.process = process;
        this.number = number;
        this.begun = process.loop().seconds();
    }

    long number() {
        return number;
    }

    Gate gate() {
        return process.gate();
    }

    void begin() {
        process.offered();
        attempt();
    }

    private void attempt() {
        made++;
        process.gate().ask(new Attempt(this, made, process.wire()));
    }

    void served() {
        process.served(process.loop().seconds() - begun);
    }

    /** @param retryAfterNanos when the reply said to come back; 0: it did not */
    void failed(long retryAfterNanos) {
        if (made >= Scenario.ATTEMPTS) {
            return;
        }
        long pause = process.pauseNanos(made, retryAfterNanos);
        if (process.loop().seconds() + pause / 1e9 - begun < Scenario.DEADLINE_SECONDS) {
            process.loop().inNanos(pause, this::attempt);
        }
    }
}
