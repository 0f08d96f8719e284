package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;

/** The kinds of limits that the scripts know, each with a resource of its own. */
enum Kind {
    TOKEN_BUCKET('T', 'T', "token-bucket"),
    LEAKY_METER('M', 'M', "leaky-bucket"),
    LEAKY_QUEUE('Q', 'Q', "leaky-bucket"),
    FIXED_WINDOW('F', 'F', "fixed-window"),
    LOG('L', 'L', "sliding-window-log"),
    CELLS('K', 'L', "sliding-window-cells"),
    COUNTER('C', 'C', "sliding-window-counter");

    /** What terms call it. */
    final char letter;

    /** Kinds of one family take over from each other. */
    final char family;

    /** The parts of the scripts that are about it. */
    final Parts parts;

    Kind(char letter, char family, String resource) {
        this.letter = letter;
        this.family = family;
        this.parts = Parts.of(resource);
    }

    /** Whether it remembers a list beside the state of the schedule. */
    boolean hasList() {
        return this == LOG || this == CELLS;
    }

    static Kind of(char letter) {
        for (Kind kind : values()) {
            if (kind.letter == letter) {
                return kind;
            }
        }
        throw new IllegalArgumentException("No kind of limit is called " + letter);
    }

    static Kind of(Bandwidth bandwidth) {
        switch (bandwidth.getAlgorithm()) {
            case TOKEN_BUCKET:
                return TOKEN_BUCKET;
            case LEAKY_BUCKET:
                return bandwidth.isMeter() ? LEAKY_METER : LEAKY_QUEUE;
            case FIXED_WINDOW:
                return FIXED_WINDOW;
            case SLIDING_WINDOW_LOG:
                return bandwidth.isInCells() ? CELLS : LOG;
            case SLIDING_WINDOW_COUNTER:
                return COUNTER;
        }
        throw new IllegalArgumentException("No script for " + bandwidth);
    }
}
