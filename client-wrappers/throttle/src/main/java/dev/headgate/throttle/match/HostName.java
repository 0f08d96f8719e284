package dev.headgate.throttle.match;

/** The one spelling of a host in which hosts are compared: lower case, punycode, no trailing dot, addresses canonical. */
public final class HostName {
    private HostName() {}

    /**
     * Returns the canonical form; the same instance if {@code raw} has it already. Never fails: what is no host stays as it is,
     * in lower case.
     *
     * @param raw as the client spells it; IPv6 with or without brackets
     */
    public static String canonical(String raw) {
        throw new UnsupportedOperationException();
    }
}
