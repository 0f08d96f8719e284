package dev.headgate.throttle.key;

/**
 * One part of a key: what of a call tells its budget.
 *
 * @param kind which of the closed list
 * @param name of the header, claim, path variable or context value; empty for the others
 */
public record KeyPart(Kind kind, String name) {
    /** The closed list of DESIGN: {@code host}, {@code method}, {@code path}, {@code {name}}, {@code header:N}, … */
    public enum Kind {
        HOST,
        METHOD,
        /** The matched template. */
        PATH,
        /** A variable of the matched template. */
        PATH_VARIABLE,
        HEADER,
        /** A claim of the bearer token, decoded and not verified. */
        JWT,
        /** The JDBC user. */
        USER,
        /** {@link dev.headgate.api.CallContext}. */
        CONTEXT
    }

    /**
     * Reads a part as the file writes it.
     *
     * @throws IllegalArgumentException if it is none; the message lists those there are
     */
    public static KeyPart parse(String text) {
        throw new UnsupportedOperationException();
    }
}
