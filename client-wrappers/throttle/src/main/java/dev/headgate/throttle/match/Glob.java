package dev.headgate.throttle.match;

/** Text in which {@code *} is any run of characters, also none. */
final class Glob {
    private Glob() {}

    static boolean matches(String glob, String text) {
        int g = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (g < glob.length() && glob.charAt(g) == '*') {
                star = g++;
                resume = t;
            } else if (g < glob.length() && glob.charAt(g) == text.charAt(t)) {
                g++;
                t++;
            } else if (star >= 0) {
                g = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (g < glob.length() && glob.charAt(g) == '*') {
            g++;
        }
        return g == glob.length();
    }

    /** Returns true if some text matches both. */
    static boolean overlap(String one, String other) {
        // meets[j]: what is left of `one` from i on and of `other` from j on have a text in common.
        boolean[] meets = new boolean[other.length() + 1];
        for (int i = one.length(); i >= 0; i--) {
            boolean[] next = meets;
            meets = new boolean[other.length() + 1];
            for (int j = other.length(); j >= 0; j--) {
                boolean oneStar = i < one.length() && one.charAt(i) == '*';
                boolean otherStar = j < other.length() && other.charAt(j) == '*';
                if (oneStar || otherStar) {
                    meets[j] = i < one.length() && next[j] || j < other.length() && meets[j + 1];
                } else if (i == one.length() || j == other.length()) {
                    meets[j] = i == one.length() && j == other.length();
                } else {
                    meets[j] = one.charAt(i) == other.charAt(j) && next[j + 1];
                }
            }
        }
        return meets[0];
    }
}
