package dev.headgate.throttle.match;

import dev.headgate.throttle.match.HostPattern.Kind;
import java.net.IDN;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads one host pattern and tells a person what is wrong with it. */
final class HostPatternParser {
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_LABEL = 63;

    private final String text;
    private @Nullable String scheme;
    private int port = -1;

    HostPatternParser(String text) {
        this.text = text;
    }

    HostPattern parse() {
        refuseOtherThings();
        String rest = withoutScheme();
        int slash = rest.indexOf('/');
        boolean address = rest.startsWith("[") || slash > 0 && isDotted(rest.substring(0, slash));
        if (slash >= 0 && !address && IpAddress.parse(rest.substring(0, slash)) == null) {
            throw path(rest, slash);
        }
        String host = rest.startsWith("[") ? bracketed(rest) : withoutPort(rest, slash);
        if (scheme != null && port < 0) {
            port = HostPattern.defaultPort(scheme);
        }
        slash = host.indexOf('/');
        return slash >= 0 ? block(host, slash) : named(host);
    }

    private void refuseOtherThings() {
        if (text.isEmpty()) {
            throw wrong("is empty: write a host, as \"api.example.com\"");
        }
        if (text.regionMatches(true, 0, "jdbc:", 0, 5) || text.startsWith("pool:")) {
            throw new IllegalArgumentException(
                    "this is no host: write it under jdbc, as match: {jdbc: [\"" + JdbcUrl.maskText(text) + "\"]}");
        }
        int at = text.lastIndexOf('@');
        if (at >= 0) {
            throw new IllegalArgumentException("a host pattern has no user or password: write \""
                    + text.substring(0, text.indexOf("://") < 0 ? 0 : text.indexOf("://") + 3)
                    + text.substring(at + 1) + "\"");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isWhitespace(text.charAt(i))) {
                throw wrong("has a space in it: write one host per entry");
            }
        }
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
            throw wrong("has a query or fragment: hosts and paths are matched without them");
        }
    }

    private String withoutScheme() {
        int end = text.indexOf("://");
        if (end < 0) {
            return text;
        }
        String written = text.substring(0, end).toLowerCase(Locale.ROOT);
        String rest = text.substring(end + 3);
        if (!written.equals("http") && !written.equals("https")) {
            String meant = written.equals("ws") ? "http" : "https";
            throw wrong("has a scheme other than http and https: write \"" + meant + "://" + rest + "\" or \"" + rest
                    + "\"");
        }
        scheme = written;
        return rest;
    }

    private IllegalArgumentException path(String rest, int slash) {
        String host = (scheme == null ? "" : scheme + "://") + rest.substring(0, slash);
        String path = rest.substring(slash);
        if (slash == 0 || rest.charAt(slash - 1) == ':') {
            throw wrong("has no host before its path: write one as \"api.example.com\" or \"https://api.example.com\"");
        }
        return wrong(
                path.equals("/")
                        ? "ends with a slash: write \"" + host + "\""
                        : "has a path: write match: {hosts: [\"" + host + "\"], paths: [\"" + path + "\"]}");
    }

    /** Returns the address in canonical form, with its prefix length if one is written; sets the port. */
    private String bracketed(String rest) {
        int close = rest.indexOf(']');
        if (close < 0) {
            throw wrong("has no closing bracket: write an IPv6 address as \"[2001:db8::1]\"");
        }
        String inside = rest.substring(1, close);
        String after = rest.substring(close + 1);
        if (inside.indexOf('%') >= 0) {
            throw wrong(
                    "has a zone: leave it out, as \"[" + inside.substring(0, inside.indexOf('%')) + "]" + after + "\"");
        }
        int slash = inside.indexOf('/');
        String length = slash >= 0 ? inside.substring(slash) : "";
        IpAddress address = IpAddress.parse(slash >= 0 ? inside.substring(0, slash) : inside);
        if (address == null) {
            throw wrong("is not an IPv6 address: write one as \"[2001:db8::1]\"");
        }
        int colon = after.indexOf(':');
        if (colon >= 0) {
            port = port(after.substring(colon + 1));
            after = after.substring(0, colon);
        }
        if (!after.isEmpty() && (after.charAt(0) != '/' || !length.isEmpty())) {
            throw wrong("goes on after the bracket: only a prefix length or a port may stand there, as \"[::1]:8080\"");
        }
        if (!address.v6() && !(length + after).isEmpty()) {
            throw wrong("is a block of IPv4 addresses: write it as one, as \"10.2.0.0/16\"");
        }
        return address + length + after;
    }

    private String withoutPort(String rest, int slash) {
        int colon = rest.indexOf(':');
        if (colon < 0) {
            return rest;
        }
        if (colon != rest.lastIndexOf(':')) {
            String address = slash < 0 ? rest : rest.substring(0, slash);
            String tail = slash < 0 ? "" : rest.substring(slash);
            IpAddress parsed = IpAddress.parse(address);
            throw wrong("is an IPv6 address without brackets; use brackets: \""
                    + (scheme == null ? "" : scheme + "://")
                    + (parsed == null || !parsed.v6() ? "[" + address + "]" : parsed.toString()) + tail + "\"");
        }
        port = port(rest.substring(colon + 1));
        return rest.substring(0, colon);
    }

    private int port(String digits) {
        if (digits.equals("*")) {
            throw wrong("has a * for its port: leave it out to match every port");
        }
        int number = number(digits, 5);
        if (number < 1 || number > 65_535) {
            throw wrong(
                    "has no usable port after the colon: write a number from 1 to 65535, or leave it out to match every"
                            + " port");
        }
        return number;
    }

    private HostPattern block(String host, int slash) {
        String written = host.substring(0, slash);
        IpAddress address = HostName.address(written);
        if (address == null) {
            throw wrong("is not a block of addresses: write one as \"10.2.0.0/16\" or \"[2001:db8::]/32\"");
        }
        int prefix = number(host.substring(slash + 1), 3);
        if (prefix < 0 || prefix > address.bits()) {
            throw wrong("has no usable prefix length: write a number from 0 to " + address.bits() + ", as \"" + written
                    + "/" + (address.v6() ? 64 : 24) + "\"");
        }
        IpAddress network = address.network(prefix);
        if (!network.equals(address)) {
            throw wrong("has bits set beyond its first " + prefix + ": write \"" + network + "/" + prefix + "\", or \""
                    + address + "\" for the one address");
        }
        return prefix == address.bits()
                ? pattern(Kind.EXACT, address.toString(), null, 0)
                : pattern(Kind.CIDR, network + "/" + prefix, network, prefix);
    }

    private HostPattern named(String host) {
        if (host.equals("**")) {
            return pattern(Kind.ANY, host, null, 0);
        }
        if (host.equals("*")) {
            throw wrong("matches nothing that is clear: write \"**\" for every host, \"*.example.com\" for one label");
        }
        Kind kind = host.startsWith("**.") ? Kind.ANY_DEPTH : host.startsWith("*.") ? Kind.ONE_LABEL : Kind.EXACT;
        String name = HostName.withoutTrailingDot(
                host.substring(kind == Kind.ANY_DEPTH ? 3 : kind == Kind.ONE_LABEL ? 2 : 0));
        if (name.indexOf('*') >= 0) {
            throw wrong("has a * that is not the whole first label: write \"*.example.com\" for one label or"
                    + " \"**.example.com\" for any depth");
        }
        if (name.startsWith(".")) {
            throw wrong("begins with a dot: write \"*" + name + "\" for one label or \"**" + name + "\" for any depth");
        }
        boolean address = HostName.address(name) != null;
        if (kind != Kind.EXACT && (address || isDotted(name))) {
            throw wrong("has a * in an address: write a block, as \"10.2.0.0/16\"");
        }
        return pattern(kind, address ? name : name(name), null, 0);
    }

    private String name(String written) {
        String name;
        try {
            name = HostName.withoutTrailingDot(IDN.toASCII(written, IDN.ALLOW_UNASSIGNED))
                    .toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw wrong("is not a host name: between two dots stand 1 to 63 characters");
        }
        int label = 0;
        for (int i = 0; i <= name.length(); i++) {
            char c = i < name.length() ? name.charAt(i) : '.';
            if (c == '.') {
                if (i == label || i - label > LONGEST_LABEL) {
                    throw wrong("is not a host name: between two dots stand 1 to 63 characters");
                }
                label = i + 1;
            } else if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_')) {
                throw wrong("has a '" + c + "', which no host name has");
            }
        }
        if (name.length() > LONGEST_NAME) {
            throw wrong("is longer than the 253 characters that a host name can have");
        }
        if (Ascii.isNumber(name.substring(name.lastIndexOf('.') + 1))) {
            throw wrong(
                    "is not an IPv4 address: write four numbers from 0 to 255 without leading zeros, as \"10.2.0.1\"");
        }
        return name;
    }

    private HostPattern pattern(Kind kind, String name, @Nullable IpAddress network, int prefix) {
        return new HostPattern(kind, name, network, prefix, scheme, port);
    }

    private static boolean isDotted(String text) {
        return Ascii.isNumber(text.replace(".", ""));
    }

    private static int number(String digits, int longest) {
        return Ascii.isNumber(digits) && digits.length() <= longest ? Integer.parseInt(digits) : -1;
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("\"" + text + "\" " + what);
    }
}
