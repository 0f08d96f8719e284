package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Random patterns and paths against regular expressions, written from the rules and not from the code. */
class PathOracleTest {
    private static final String[] PARTS = {"a", "b", "a;v", "*", "{}", "**", "**"};
    private static final String[] PATH_PARTS = {"a", "b", "ab", "a;v", "a;w", "%2F", ".", ""};

    @Test
    void patternsMatchAsTheOracleSays() {
        Random random = new Random(24);
        int matched = 0;
        for (int i = 0; i < 6_000; i++) {
            String pattern = pattern(random);
            Pattern oracle = oracle(pattern);
            PathPattern ours = PathPattern.parse(pattern);
            for (int j = 0; j < 10; j++) {
                String path = path(random);
                boolean expected = oracle.matcher(path).matches();
                assertThat(ours.matches(path)).as("%s on %s", pattern, path).isEqualTo(expected);
                matched += expected ? 1 : 0;
            }
        }
        assertThat(matched).isGreaterThan(3_000);
    }

    @Test
    void twoPatternsMeetExactlyWhereAPathIsFound() {
        Random random = new Random(25);
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            paths.add(path(random));
        }
        int met = 0;
        for (int i = 0; i < 800; i++) {
            PathPattern one = PathPattern.parse(pattern(random));
            PathPattern other = PathPattern.parse(pattern(random));
            String common = one.common(other);
            if (common != null) {
                assertThat(one.matches(common)).as("%s on %s", one, common).isTrue();
                assertThat(other.matches(common)).as("%s on %s", other, common).isTrue();
                met++;
            } else {
                assertThat(paths)
                        .as("%s and %s", one, other)
                        .noneMatch(path -> one.matches(path) && other.matches(path));
            }
        }
        assertThat(met).isBetween(150, 650);
    }

    private static String pattern(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            String part = PARTS[random.nextInt(PARTS.length)];
            text.append('/').append(part.equals("{}") ? "{v" + i + "}" : part);
        }
        return text.length() == 0 || random.nextInt(4) == 0 ? text + "/" : text.toString();
    }

    private static String path(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(6);
        for (int i = 0; i < length; i++) {
            text.append('/').append(PATH_PARTS[random.nextInt(PATH_PARTS.length)]);
        }
        return text.length() == 0 || random.nextInt(4) == 0 ? text + "/" : text.toString();
    }

    private static Pattern oracle(String pattern) {
        String bare = pattern.endsWith("/") ? pattern.substring(0, pattern.length() - 1) : pattern;
        String regex = bare.replace("/**/", "/**/")
                .replaceAll("/\\{v\\d}", "/[^/]+")
                .replaceAll("/([^/*\\[]+)(?=/\\*\\*)", "/$1(;[^/]*)?")
                .replaceAll("/\\*\\*", "(/<ANY>)<STAR>")
                .replaceAll("/\\*(?=/|\\(|$)", "/[^/]+")
                .replace("<ANY>", "[^/]*")
                .replace("<STAR>", "*");
        return Pattern.compile(regex + "/?");
    }
}
