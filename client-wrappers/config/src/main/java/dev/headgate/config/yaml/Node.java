package dev.headgate.config.yaml;

import java.util.List;

/** A value in a file and where it stands. Immutable. */
public sealed interface Node {
    /** Returns where this stands. */
    Span at();

    /** Returns what this is, for messages: {@code a map}. */
    String kind();

    /**
     * A text or a number.
     *
     * @param plain written without quotes
     */
    record Scalar(String text, boolean plain, Span at) implements Node {
        /** Returns true if nothing was written, or {@code null}. */
        public boolean isNothing() {
            return plain && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
        }

        @Override
        public String kind() {
            return isNothing() ? "nothing" : "a single value";
        }
    }

    /** A list. */
    record Items(List<Node> items, Span at) implements Node {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /**
     * A map; no key stands in it twice.
     *
     * @param flow written in braces
     */
    record Fields(List<Field> fields, boolean flow, Span at) implements Node {
        @Override
        public String kind() {
            return "a map";
        }
    }

    /** A key of a map and its value. */
    record Field(Scalar key, Node value) {}
}
