package dev.headgate.it.storms;

import java.util.List;

/**
 * What the downstream answers. Immutable.
 *
 * @param status of HTTP
 * @param headers names and values in turn
 * @param retryAfterNanos what they say for a client that believes them; 0: nothing
 */
record Reply(int status, List<String> headers, long retryAfterNanos) {
    static final Reply OK = new Reply(200, List.of(), 0);
    static final Reply UNAVAILABLE = new Reply(503, List.of(), 0);

    boolean isGood() {
        return status < 400;
    }
}
