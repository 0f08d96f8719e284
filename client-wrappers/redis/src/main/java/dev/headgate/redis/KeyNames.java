package dev.headgate.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What keys are called: <code>{prefix:rule}</code>, then the parts of the budget's name and the hash of the key, then
 * {@code :o} if the budget is only observed. The braces put all keys of a rule into one slot of a cluster; names are
 * percent-encoded, so that braces in them steer nothing. What belongs to a key or rule has a tilde and a word after it.
 */
final class KeyNames {
    private static final String PLAIN = "._-";
    private static final String HEX = "0123456789ABCDEF";

    private KeyNames() {}

    /** The part that all keys of a rule share. */
    static String rule(String prefix, String rule) {
        return "{" + encoded(prefix) + ":" + encoded(rule) + "}";
    }

    /** A key that all rules share. */
    static byte[] ofPrefix(String prefix, String word) {
        return ("{" + encoded(prefix) + "}:" + word).getBytes(StandardCharsets.US_ASCII);
    }

    /** The key of a budget's state. */
    static String budget(String rule, List<String> parts, boolean observed) {
        StringBuilder key = new StringBuilder(rule);
        for (String part : parts) {
            key.append(':').append(encoded(part));
        }
        return of(key.toString(), observed);
    }

    /** A name, or what it is called where nothing is enforced. */
    static String of(String name, boolean observed) {
        return observed ? name + ":o" : name;
    }

    /** The key of a budget without limits: another process may have limits where this one has none. */
    static String bare(String budget) {
        return budget + "~pause";
    }

    /** The key of what is counted for a rule: calls that went, that were served, that were too many. */
    static byte[] shared(String rule) {
        return (rule + "~shared").getBytes(StandardCharsets.US_ASCII);
    }

    /** The key of the processes that are alive. */
    static byte[] live(String rule) {
        return (rule + "~live").getBytes(StandardCharsets.US_ASCII);
    }

    static String encoded(String name) {
        StringBuilder encoded = new StringBuilder(name.length());
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            boolean plain =
                    c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || PLAIN.indexOf(c) >= 0;
            if (plain) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return encoded.toString();
    }

    /** The keys of a schedule: its state, then the list of each log. */
    static List<byte[]> keys(String key, List<Kind> kinds) {
        List<byte[]> keys = new ArrayList<>();
        keys.add(key.getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i).hasList()) {
                keys.add((key + "~log" + (i + 1)).getBytes(StandardCharsets.US_ASCII));
            }
        }
        return List.copyOf(keys);
    }
}
