package dev.headgate.it.storms;

/** What stands between one process and the downstream. */
interface Gate {
    /** Nothing. */
    Gate OPEN = new Gate() {
        @Override
        public void ask(Attempt attempt) {
            attempt.go();
        }

        @Override
        public void answered(Attempt attempt, Reply reply) {}

        @Override
        public void timedOut(Attempt attempt) {}
    };

    /** Lets the attempt go or rejects it, now or later. */
    void ask(Attempt attempt);

    /** Hears what the downstream answered to an attempt. */
    void answered(Attempt attempt, Reply reply);

    /** Hears that there was no answer in time. */
    void timedOut(Attempt attempt);
}
