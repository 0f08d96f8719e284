package dev.headgate.throttle.match;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a JDBC URL says of where it leads: driver, hosts with ports in any order, database, parameters. User and password are
 * dropped when it is read. Immutable; equal if they lead to the same place with the same parameters.
 */
public final class JdbcUrl {
    private final String driver;
    private final String hosts;
    private final String database;
    private final Map<String, String> parameters;

    /**
     * Keeps what a driver's reader found out.
     *
     * @param hosts empty for a database in a file or in memory, and where the URL is of an unknown form
     * @param database with whatever separates it from the driver's name
     * @param parameters all that are written, credentials too
     */
    JdbcUrl(String driver, String hosts, String database, Map<String, String> parameters) {
        this.driver = driver;
        this.hosts = hosts;
        this.database = database;
        this.parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        this.parameters.putAll(parameters);
        this.parameters.keySet().removeIf(JdbcParameters::isCredential);
    }

    /**
     * Reads a JDBC URL. Never fails: one of an unknown driver or form is compared as it is, without parameters.
     *
     * @param url any text that begins with {@code jdbc:}
     */
    public static JdbcUrl parse(String url) {
        return JdbcUrlParser.parse(url);
    }

    /** Returns any text in a form that shows no credentials; one that is no JDBC URL as it is. */
    static String maskText(String text) {
        return JdbcUrlParser.isJdbc(text) ? parse(text).mask() : text;
    }

    /** Returns the URL in canonical form without user, password and parameters. */
    public String mask() {
        return "jdbc:" + driver + ":" + (hosts.isEmpty() ? "" : "//" + hosts) + database;
    }

    /** Returns {@code host:port,host:port} in canonical form; empty for a database in a file or in memory. */
    public String hosts() {
        return hosts;
    }

    /** Returns how many parameters are written. */
    int parameterCount() {
        return parameters.size();
    }

    /** Returns true if {@code target} leads to the same place and has the parameters of this URL. */
    boolean covers(JdbcUrl target) {
        return samePlace(target) && contains(target.parameters, parameters);
    }

    /** Returns true if one URL can be covered by both. */
    boolean canMeet(JdbcUrl other) {
        if (!samePlace(other)) {
            return false;
        }
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            String its = other.parameters.get(parameter.getKey());
            if (its != null && !its.equals(parameter.getValue())) {
                return false;
            }
        }
        return true;
    }

    private boolean samePlace(JdbcUrl other) {
        return driver.equals(other.driver) && hosts.equals(other.hosts) && database.equals(other.database);
    }

    private static boolean contains(Map<String, String> all, Map<String, String> some) {
        for (Map.Entry<String, String> parameter : some.entrySet()) {
            if (!parameter.getValue().equals(all.get(parameter.getKey()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JdbcUrl that && samePlace(that) && parameters.equals(that.parameters);
    }

    @Override
    public int hashCode() {
        return mask().hashCode();
    }

    /** As {@link #mask}. */
    @Override
    public String toString() {
        return mask();
    }
}
