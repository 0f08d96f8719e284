package dev.headgate.throttle.match;

import java.net.IDN;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The one spelling of a host in which hosts are compared: lower case, punycode, no trailing dot, addresses canonical. */
public final class HostName {
    private HostName() {}

    /**
     * Returns the canonical form; the same instance if {@code raw} has it already. Never fails: what is no host stays as it is,
     * in lower case. An IPv6 address gets brackets and loses its zone, which says by which way and not where.
     *
     * @param raw as the client spells it; IPv6 with or without brackets
     */
    public static String canonical(String raw) {
        if (isCanonicalName(raw)) {
            return raw;
        }
        if (raw.indexOf(':') >= 0) {
            IpAddress address = address(raw);
            return address == null ? raw.toLowerCase(Locale.ROOT) : address.toString();
        }
        String name = raw;
        if (!isAscii(raw)) {
            try {
                name = IDN.toASCII(raw, IDN.ALLOW_UNASSIGNED);
            } catch (IllegalArgumentException e) {
                name = raw;
            }
        }
        return withoutTrailingDot(name).toLowerCase(Locale.ROOT);
    }

    /** Returns the address that a canonical or raw host literally is, or null. */
    static @Nullable IpAddress address(String host) {
        if (host.indexOf(':') < 0) {
            return IpAddress.parse(host);
        }
        int from = host.startsWith("[") ? 1 : 0;
        int to = from == 1 && host.endsWith("]") ? host.length() - 1 : host.length();
        int zone = host.indexOf('%');
        return IpAddress.parse(host.substring(from, zone < 0 ? to : Math.min(zone, to)));
    }

    static String withoutTrailingDot(String name) {
        boolean one = name.length() > 1 && name.endsWith(".") && name.charAt(name.length() - 2) != '.';
        return one ? name.substring(0, name.length() - 1) : name;
    }

    private static boolean isCanonicalName(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '-' || c == '_')) {
                return false;
            }
        }
        return raw.isEmpty() || raw.charAt(raw.length() - 1) != '.';
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }
}
