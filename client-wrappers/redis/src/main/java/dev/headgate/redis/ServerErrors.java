package dev.headgate.redis;

import java.util.Set;
import redis.clients.jedis.exceptions.JedisDataException;

/** What the first word of an error says of the server. */
final class ServerErrors {
    private static final Set<String> OF_THE_SERVER = Set.of(
            "BUSY",
            "CLUSTERDOWN",
            "LOADING",
            "MASTERDOWN",
            "MISCONF",
            "NOAUTH",
            "NOREPLICAS",
            "OOM",
            "READONLY",
            "UNKILLABLE");

    private ServerErrors() {}

    /** Returns whether other commands would fare no better: the error is about the server, not about a key. */
    static boolean servesNobody(JedisDataException error) {
        String message = String.valueOf(error.getMessage());
        int space = message.indexOf(' ');
        return OF_THE_SERVER.contains(space < 0 ? message : message.substring(0, space));
    }
}
