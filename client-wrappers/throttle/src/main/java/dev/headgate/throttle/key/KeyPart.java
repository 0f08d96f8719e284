package dev.headgate.throttle.key;

import dev.headgate.throttle.match.HeaderPattern;

/**
 * One part of a key: what of a call tells its budget.
 *
 * @param kind which of the closed list
 * @param name of the header, claim, path variable or context value; empty for the others
 */
public record KeyPart(Kind kind, String name) {
    /** All that a key can be made of. */
    public enum Kind {
        /** The host in canonical form; of a borrow, all hosts of its URL with their ports. */
        HOST("host"),
        METHOD("method"),
        /** The matched template. */
        PATH("path"),
        /** A variable of the matched template. */
        PATH_VARIABLE("{"),
        HEADER("header:"),
        /** A claim of the bearer token, decoded and not verified. */
        JWT("jwt:"),
        /** The JDBC user. */
        USER("user"),
        /** {@link dev.headgate.api.CallContext}. */
        CONTEXT("context:");

        private final String start;

        Kind(String start) {
            this.start = start;
        }

        private boolean isNamed() {
            return this == PATH_VARIABLE || this == HEADER || this == JWT || this == CONTEXT;
        }
    }

    private static final String CLOSED_LIST =
            "write one of host, method, path, {NAME} (of a path), header:NAME, jwt:CLAIM, user, context:NAME";

    /**
     * Reads a part as the file writes it.
     *
     * @throws IllegalArgumentException if it is none; the message lists those there are
     */
    public static KeyPart parse(String text) {
        for (Kind kind : Kind.values()) {
            if (!kind.isNamed() && text.equals(kind.start)) {
                return new KeyPart(kind, "");
            }
            if (kind.isNamed() && text.startsWith(kind.start)) {
                return named(kind, text);
            }
        }
        throw new IllegalArgumentException("\"" + text + "\" is no part of a key: " + CLOSED_LIST);
    }

    private static KeyPart named(Kind kind, String text) {
        boolean braces = kind == Kind.PATH_VARIABLE;
        boolean closed = !braces || text.endsWith("}");
        String name = closed ? text.substring(kind.start.length(), text.length() - (braces ? 1 : 0)) : "";
        if (name.isBlank() || !name.equals(name.strip())) {
            throw new IllegalArgumentException("\"" + text + "\" has no name in the right place: " + CLOSED_LIST);
        }
        if (kind == Kind.HEADER && !HeaderPattern.isHeaderName(name)) {
            throw new IllegalArgumentException("\"" + text
                    + "\" names no header: write one of letters, digits and dashes, as \"header:Authorization\"");
        }
        return new KeyPart(kind, name);
    }

    /** Returns the part as the file writes it. */
    @Override
    public String toString() {
        return kind.start + name + (kind == Kind.PATH_VARIABLE ? "}" : "");
    }
}
