package dev.headgate.throttle.match;

import java.util.Locale;
import java.util.Map;

/**
 * Reads {@code thin:user/password@…}, followed by {@code //h:p/service}, {@code h:p:sid}, a TNS descriptor or an alias. A
 * service and a SID of one name are taken for the same database.
 */
final class OracleUrl {
    private static final int DEFAULT_PORT = 1521;

    private OracleUrl() {}

    static JdbcUrl parse(String rest) {
        int colon = rest.indexOf(':');

        String target = JdbcUrlParser.withoutUser(rest.substring(colon + 1), 0).trim();

        if (target.startsWith("(")) {
            return descriptor(target);
        }
        int query = JdbcParameters.start(target, 0);
        Map<String, String> parameters = JdbcParameters.readFrom(target, query);
        String place = target.substring(0, query);
        int slashes = place.indexOf("//");
        String protocol = slashes < 0 ? "" : place.substring(0, slashes).toLowerCase(Locale.ROOT);
        if (protocol.startsWith("ldap")) {
            return new JdbcUrl("oracle", "", "@" + place, parameters);
        }
        place = slashes < 0 ? place : place.substring(slashes + 2);
        return place.indexOf(':') < 0 && place.indexOf('/') < 0 && slashes < 0
                ? new JdbcUrl("oracle", "", "@" + place.toLowerCase(Locale.ROOT), parameters)
                : easy(place, parameters);
    }

    private static JdbcUrl descriptor(String target) {
        String database = "";
        for (String[] pair : JdbcHosts.pairs(target)) {
            boolean names = pair[0].equals("service_name") || pair[0].equals("sid");
            database = names && database.isEmpty() ? pair[1] : database;
        }
        return url(JdbcHosts.ofDescriptor(target, DEFAULT_PORT), database, Map.of());
    }

    /** Reads {@code h:p/service:server/instance} and {@code h:p:sid}. */
    private static JdbcUrl easy(String place, Map<String, String> parameters) {
        int slash = place.indexOf('/');
        String hosts = slash < 0 ? place : place.substring(0, slash);
        String database = slash < 0 ? "" : place.substring(slash + 1);
        int last = hosts.lastIndexOf(':');
        int before = last < 0 ? -1 : hosts.lastIndexOf(':', last - 1);
        if (slash < 0 && before > hosts.lastIndexOf(']') && HostName.address(hosts) == null) {
            database = hosts.substring(last + 1);
            hosts = hosts.substring(0, last);
        }
        int end = database.length();
        for (char mark : new char[] {':', '/'}) {
            end = database.indexOf(mark) < 0 ? end : Math.min(end, database.indexOf(mark));
        }
        return url(JdbcHosts.of(hosts, DEFAULT_PORT), database.substring(0, end), parameters);
    }

    private static JdbcUrl url(String hosts, String database, Map<String, String> parameters) {
        return new JdbcUrl("oracle", hosts, "/" + database.toLowerCase(Locale.ROOT), parameters);
    }
}
