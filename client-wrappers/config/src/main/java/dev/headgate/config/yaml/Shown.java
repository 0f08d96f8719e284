package dev.headgate.config.yaml;

/** Text of a file as it may stand in a message: short, and without characters that a terminal would obey. */
public final class Shown {
    private static final int LONGEST = 60;

    private Shown() {}

    /** Returns the text in backquotes. */
    public static String quoted(String text) {
        return "`" + clipped(text) + "`";
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
            int type = Character.getType(c);
            boolean obeyed = Character.isISOControl(c) || type == Character.FORMAT || type == Character.LINE_SEPARATOR;
            shown.appendCodePoint(obeyed ? ' ' : c);
        }
        return shown.toString();
    }
}
