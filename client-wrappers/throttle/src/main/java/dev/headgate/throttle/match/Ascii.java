package dev.headgate.throttle.match;

/** What characters are, without the tables of Unicode. */
final class Ascii {
    private Ascii() {}

    static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c);
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns true if there is at least one character and all are digits. */
    static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isDigit(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Returns true if there is at least one character and all are letters, digits or one of {@code marks}. */
    static boolean isWord(String text, String marks) {
        for (int i = 0; i < text.length(); i++) {
            if (!isLetterOrDigit(text.charAt(i)) && marks.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
