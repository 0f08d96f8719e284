package dev.headgate.throttle.match;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code //server\instance:port;property=value;…}; each part may be a property instead. */
final class SqlServerUrl {
    private static final int DEFAULT_PORT = 1433;

    private SqlServerUrl() {}

    static JdbcUrl parse(String rest) {
        int end = JdbcParameters.start(rest, 0);
        String place = rest.substring(0, end);

        Map<String, String> properties = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        properties.putAll(JdbcParameters.readFrom(rest, end));
        String server = place.startsWith("//") ? place.substring(2) : place;
        server = server.endsWith("/") ? server.substring(0, server.length() - 1) : server;

        int backslash = server.indexOf('\\');
        int colon = server.lastIndexOf(':');
        boolean hasPort = colon > server.lastIndexOf(']') && HostName.address(server) == null;
        String port = hasPort ? server.substring(colon + 1) : "";
        String name = hasPort ? server.substring(0, colon) : server;
        String instance = backslash < 0 ? "" : name.substring(backslash + 1);
        name = backslash < 0 ? name : name.substring(0, backslash);

        String host = first(take(properties, "serverName", "server"), name);
        backslash = host.indexOf('\\');
        instance = first(
                take(properties, "instanceName", "instance"), backslash < 0 ? instance : host.substring(backslash + 1));
        host = backslash < 0 ? host : host.substring(0, backslash);
        port = first(take(properties, "portNumber", "port"), port);
        String database = first(take(properties, "databaseName", "database"), "");

        // A named instance has a port that only the server knows; with a port the driver does not ask for the instance.
        boolean byName = port.isEmpty() && !instance.isEmpty();
        String hosts = JdbcHosts.of(bracketed(host), byName ? 0 : port.isEmpty() ? DEFAULT_PORT : number(port));
        return new JdbcUrl(
                "sqlserver",
                byName ? hosts + "\\" + instance.toLowerCase(Locale.ROOT) : hosts,
                "/" + database,
                properties);
    }

    private static @Nullable String take(Map<String, String> properties, String name, String otherName) {
        String value = properties.remove(name);
        String otherValue = properties.remove(otherName);
        return value == null ? otherValue : value;
    }

    private static String first(@Nullable String value, String otherwise) {
        return value == null || value.isEmpty() ? otherwise : value;
    }

    private static String bracketed(String host) {
        IpAddress address = HostName.address(host);
        return address == null ? host : address.toString();
    }

    private static int number(String port) {
        try {
            return Integer.parseInt(port.trim());
        } catch (NumberFormatException e) {
            return DEFAULT_PORT;
        }
    }
}
