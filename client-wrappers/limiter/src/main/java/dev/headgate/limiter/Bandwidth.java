package dev.headgate.limiter;

/** One algorithm with its numbers. */
public final class Bandwidth {
    private Bandwidth() {}
}
