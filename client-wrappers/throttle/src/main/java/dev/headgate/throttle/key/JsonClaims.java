package dev.headgate.throttle.key;

import org.jspecify.annotations.Nullable;

/**
 * Reads one member of a JSON object (RFC 8259) and checks all of it: strings are unescaped; numbers, true, false, objects and
 * arrays are given as they are written. For one thread.
 */
final class JsonClaims {
    private static final int DEEPEST = 32;

    private final String json;
    private int at;

    JsonClaims(String json) {
        this.json = json;
    }

    /**
     * Returns the value of a member; null if there is none, it is null, or its name is there twice.
     *
     * @throws IllegalArgumentException if the text is not a JSON object
     */
    @Nullable
    String find(String name) {
        String found = null;
        int times = 0;
        expect('{');
        if (!skip('}')) {
            do {
                boolean asked = string().equals(name);
                expect(':');
                String value = value(1);
                found = asked ? value : found;
                times += asked ? 1 : 0;
            } while (skip(','));
            expect('}');
        }
        blanks();
        if (at < json.length()) {
            throw malformed();
        }
        return times == 1 ? found : null;
    }

    private @Nullable String value(int depth) {
        blanks();
        int start = at;
        switch (peek()) {
            case '"' -> {
                return string();
            }
            case '{', '[' -> nested(depth);
            case 'n' -> {
                word("null");
                return null;
            }
            case 't' -> word("true");
            case 'f' -> word("false");
            default -> number();
        }
        return json.substring(start, at);
    }

    private void nested(int depth) {
        if (depth == DEEPEST) {
            throw malformed();
        }
        boolean object = json.charAt(at++) == '{';
        char end = object ? '}' : ']';
        if (skip(end)) {
            return;
        }
        do {
            if (object) {
                string();
                expect(':');
            }
            value(depth + 1);
        } while (skip(','));
        expect(end);
    }

    private String string() {
        expect('"');
        StringBuilder text = new StringBuilder();
        while (true) {
            char c = next();
            if (c == '"') {
                return text.toString();
            }
            if (c < ' ') {
                throw malformed();
            }
            text.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    char digit = next();
                    int number = digit < 128 ? Character.digit(digit, 16) : -1;
                    if (number < 0) {
                        throw malformed();
                    }
                    code = code << 4 | number;
                }
                yield (char) code;
            }
            default -> throw malformed();
        };
    }

    private void number() {
        at += peek() == '-' ? 1 : 0;
        int start = at;
        digits();
        if (json.charAt(start) == '0' && at > start + 1) {
            throw malformed();
        }
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            at += peek() == '+' || peek() == '-' ? 1 : 0;
            digits();
        }
    }

    private void digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw malformed();
        }
    }

    private void word(String word) {
        if (!json.startsWith(word, at)) {
            throw malformed();
        }
        at += word.length();
    }

    private void expect(char c) {
        if (!skip(c)) {
            throw malformed();
        }
    }

    private boolean skip(char c) {
        blanks();
        boolean there = peek() == c && at < json.length();
        at += there ? 1 : 0;
        return there;
    }

    private void blanks() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            at++;
        }
    }

    private char next() {
        if (at == json.length()) {
            throw malformed();
        }
        return json.charAt(at++);
    }

    /** Returns the next character; 0, which begins nothing in JSON, at the end. */
    private char peek() {
        return at < json.length() ? json.charAt(at) : 0;
    }

    private IllegalArgumentException malformed() {
        return new IllegalArgumentException("no JSON at character " + at);
    }
}
