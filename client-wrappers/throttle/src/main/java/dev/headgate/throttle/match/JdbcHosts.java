package dev.headgate.throttle.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The hosts of a JDBC URL. Reads {@code h:1,h2:2}, IPv6 in brackets, MySQL's {@code [h:1,h2:2]}, {@code (host=h,port=1)} and
 * {@code address=(host=h)(port=1)}, and Oracle's descriptors.
 */
final class JdbcHosts {
    private final int defaultPort;
    private final TreeSet<String> found = new TreeSet<>();

    private JdbcHosts(int defaultPort) {
        this.defaultPort = defaultPort;
    }

    /** Returns {@code host:port,host:port}, sorted: who names the nearest first still means the same servers. */
    static String of(String list, int defaultPort) {
        JdbcHosts hosts = new JdbcHosts(defaultPort);
        for (String entry : split(list)) {
            hosts.entry(entry, list.indexOf('@') >= 0);
        }
        return String.join(",", hosts.found);
    }

    /** Returns the hosts of {@code (ADDRESS=(HOST=h)(PORT=1))}, however deep they are. */
    static String ofDescriptor(String descriptor, int defaultPort) {
        JdbcHosts hosts = new JdbcHosts(defaultPort);
        hosts.addresses(descriptor);
        return String.join(",", hosts.found);
    }

    /** Returns the parts between {@code ( ) ,} that have the form {@code name=value}, names in lower case. */
    static List<String[]> pairs(String descriptor) {
        List<String[]> pairs = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= descriptor.length(); i++) {
            if (i == descriptor.length() || "(),".indexOf(descriptor.charAt(i)) >= 0) {
                int equals = descriptor.indexOf('=', start);
                if (equals > start && equals < i) {
                    pairs.add(new String[] {
                        descriptor.substring(start, equals).trim().toLowerCase(Locale.ROOT),
                        descriptor.substring(equals + 1, i).trim()
                    });
                }
                start = i + 1;
            }
        }
        return pairs;
    }

    /** Returns where the host list ends: at the first {@code /}, {@code ?} or {@code ;} that is in no parentheses. */
    static int end(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth <= 0 && (c == '/' || c == '?' || c == ';')) {
                return i;
            }
        }
        return text.length();
    }

    /** @param users true if there are credentials in the list: half a password is no host */
    private void entry(String written, boolean users) {
        String entry = JdbcUrlParser.withoutUser(written, 0).trim();
        if (entry.indexOf('=') >= 0) {
            addresses(entry);
        } else if (entry.startsWith("[") && entry.endsWith("]") && HostName.address(entry) == null) {
            for (String inner : split(entry.substring(1, entry.length() - 1))) {
                entry(inner, users);
            }
        } else {
            hostAndPort(entry, users && written.indexOf('@') < 0);
        }
    }

    private void hostAndPort(String entry, boolean doubtful) {
        int colon = entry.lastIndexOf(':');
        boolean hasPort = colon > entry.lastIndexOf(']') && HostName.address(entry) == null;
        String port = hasPort ? entry.substring(colon + 1).trim() : "";
        if (!doubtful || port.isEmpty() || Ascii.isNumber(port)) {
            add(hasPort ? entry.substring(0, colon) : entry, port);
        }
    }

    private void addresses(String descriptor) {
        String host = "";
        String port = "";
        for (String[] pair : pairs(descriptor)) {
            boolean next = pair[0].equals("address") || pair[0].equals("host") && !host.isEmpty();
            if (next && !host.isEmpty()) {
                add(host, port);
            }
            host = next ? "" : host;
            port = next ? "" : port;

            host = pair[0].equals("host") ? pair[1] : host;
            port = pair[0].equals("port") ? pair[1] : port;
        }
        if (!host.isEmpty()) {
            add(host, port);
        }
    }

    private void add(String host, String port) {
        String name = HostName.canonical(host.isEmpty() ? "localhost" : host);
        // Where a port should be and is none, there may be a password.
        String number = port.isEmpty() ? Integer.toString(defaultPort) : Ascii.isNumber(port) ? port : "?";

        found.add(number.equals("0") ? name : name + ":" + number);
    }

    private static List<String> split(String list) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= list.length(); i++) {
            char c = i < list.length() ? list.charAt(i) : ',';
            depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            if (i == list.length() || c == ',' && depth <= 0) {
                parts.add(list.substring(start, i));
                start = i + 1;
            }
        }
        return parts;
    }
}
