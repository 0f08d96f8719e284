package dev.headgate.throttle.signal;

/** A place in a text that is read from left to right. Knows ASCII only: a digit of another script is none. Not thread-safe. */
final class Cursor {
    private final String text;
    private int at;

    Cursor(String text) {
        this.text = text;
    }

    int at() {
        return at;
    }

    void back(int place) {
        at = place;
    }

    boolean atEnd() {
        return at >= text.length();
    }

    /** Returns the next character; 0 at the end. */
    char peek() {
        return atEnd() ? 0 : text.charAt(at);
    }

    /** Goes past the next character if it is this one. */
    boolean take(char c) {
        if (atEnd() || text.charAt(at) != c) {
            return false;
        }
        at++;
        return true;
    }

    void skipSpaces() {
        while (isSpace(peek())) {
            at++;
        }
    }

    boolean onDigit() {
        return peek() >= '0' && peek() <= '9';
    }

    boolean onLetter() {
        char c = (char) (peek() | 0x20);
        return c >= 'a' && c <= 'z';
    }

    /** Returns the next character and goes past it; not at the end. */
    char next() {
        return text.charAt(at++);
    }

    /** Reads all letters that follow, in lower case; empty if there are none. */
    String word() {
        StringBuilder word = new StringBuilder();
        while (onLetter()) {
            word.append((char) (next() | 0x20));
        }
        return word.toString();
    }

    /** Reads all digits that follow if they are from {@code least} to {@code most}; -1 and stays if they are not. */
    int digits(int least, int most) {
        int start = at;
        int value = 0;
        while (onDigit()) {
            int digit = next() - '0';
            if (at - start > most) {
                at = start;
                return -1;
            }
            value = 10 * value + digit;
        }
        if (at - start < least) {
            at = start;
            return -1;
        }
        return value;
    }

    static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }
}
