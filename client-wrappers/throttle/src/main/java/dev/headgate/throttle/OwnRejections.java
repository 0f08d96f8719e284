package dev.headgate.throttle;

import dev.headgate.throttle.signal.ResponseReader;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Marks the responses by which this process rejects its own calls, so that it does not take one for the word of a downstream.
 * Thread-safe.
 */
final class OwnRejections {
    /** The header that says which process rejected. */
    static final String HEADER = "X-Headgate-Rejected";

    /** Made with the first rejection: before, there is none to be recognised. */
    private static volatile @Nullable String id;

    private OwnRejections() {}

    /** Returns what names this process and can be guessed by no other. */
    static String id() {
        String made = id;
        return made == null ? make() : made;
    }

    private static synchronized String make() {
        String made = id;
        if (made == null) {
            made = UUID.randomUUID().toString();
            id = made;
        }
        return made;
    }

    /** Returns whether a response was made here. */
    static <R> boolean isOurs(ResponseReader<R> reader, R response) {
        String own = id;
        if (own == null) {
            return false;
        }
        boolean[] found = {false};
        reader.headers(
                response,
                (name, value) -> found[0] |=
                        name.equalsIgnoreCase(HEADER) && value.strip().equals(own));
        return found[0];
    }
}
