package dev.headgate.throttle.match;

/** A pattern of hosts. */
public final class HostPattern {
    private HostPattern() {}
}
