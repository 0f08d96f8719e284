package dev.headgate.config;

import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the word that was meant where another was written. */
final class Nearest {
    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
    private static final int LONGEST = 40;

    private Nearest() {}

    /** Returns the known word nearest to {@code word}, or null if none is near. */
    static @Nullable String to(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return null;
        }
        String plain = plain(word);
        String whole = among(plain, known);
        int dash = plain.lastIndexOf('-');
        return whole != null || dash < 0 || plain.length() - dash < 4 ? whole : among(plain.substring(dash + 1), known);
    }

    private static @Nullable String among(String plain, Collection<String> known) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(plain, plain(candidate));
            boolean part = plain.length() >= 4 && (candidate.startsWith(plain) || plain.startsWith(candidate + "s"));
            int allowed = Math.max(1, Math.min(plain.length(), candidate.length()) / 3);
            if ((distance <= allowed || part) && distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    private static String plain(String word) {
        return HUMP.matcher(word)
                .replaceAll("$1-$2")
                .toLowerCase(Locale.ROOT)
                .replace('_', '-')
                .replace(' ', '-');
    }

    /** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(cost[i - 1][j - 1] + other, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                cost[i][j] = swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
            }
        }
        return cost[a.length()][b.length()];
    }
}
