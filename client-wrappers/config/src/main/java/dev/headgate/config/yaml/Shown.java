package dev.headgate.config.yaml;

/** Text of a file as it may stand in a message: short, and without characters that a terminal would obey. */
public final class Shown {
    private static final int LONGEST = 60;

    private Shown() {}

    /** Returns the text in backquotes, without what looks like a password. */
    public static String quoted(String text) {
        boolean isLong = text.length() > SourceText.LONGEST_SHOWN;
        String begin = isLong ? text.substring(0, SourceText.LONGEST_SHOWN) : text;
        return "`" + clipped(Masking.credentials(begin)) + "`";
    }

    /** Returns the text without quotes. */
    public static String clipped(String text) {
        StringBuilder shown = new StringBuilder();
        int length = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            if (++length > LONGEST) {
                return shown.append("...").toString();
            }
            append(shown, c);
        }
        return shown.toString();
    }

    /** Returns the whole text with escapes for what a terminal would obey; a line break stays. */
    static String whole(String text) {
        if (text.codePoints().noneMatch(c -> c != '\n' && isObeyed(c))) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c == '\n') {
                shown.append('\n');
            } else {
                append(shown, c);
            }
        });
        return shown.toString();
    }

    /** Returns true for a character that is not seen but changes how others look: controls, direction marks, line separators. */
    public static boolean isObeyed(int c) {
        int type = Character.getType(c);
        return Character.isISOControl(c)
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static void append(StringBuilder shown, int c) {
        if (!isObeyed(c)) {
            shown.appendCodePoint(c);
        } else if (c == '\t' || c == '\n' || c == '\r') {
            shown.append(' ');
        } else {
            shown.append("\\u").append(String.format("%04x", c));
        }
    }
}
