package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderPatternTest {
    @ParameterizedTest
    @CsvSource({
        "Bearer sk_test_*, Bearer sk_test_123, true",
        "Bearer sk_test_*, Bearer sk_test_, true",
        "Bearer sk_test_*, Bearer sk_live_1, false",
        "Bearer sk_test_*, bearer sk_test_1, false",
        "*, '', true",
        "*, anything, true",
        "'', '', true",
        "'', x, false",
        "a*b*c, a-b-b-c, true",
        "a*b*c, a-c-b, false",
        "*.*, a.b, true",
    })
    void aValueIsMatchedAsAWhole(String glob, String value, boolean matches) {
        assertThat(HeaderPattern.parse("Authorization", glob).matches(value)).isEqualTo(matches);
    }

    @Test
    void theValueIsNeverShown() {
        assertThat(HeaderPattern.parse("Authorization", "Bearer hunter2"))
                .hasToString("header Authorization")
                .isEqualTo(HeaderPattern.parse("authorization", "Bearer hunter2"))
                .isNotEqualTo(HeaderPattern.parse("authorization", "bearer hunter2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "ä", "a\n", "(a)"})
    void aNameIsOneThatHeadersHave(String name) {
        assertThatThrownBy(() -> HeaderPattern.parse(name, "hunter2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a header's name")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void globsMeetExactlyWhereATextIsFound() {
        Random random = new Random(7);
        String[] texts = new String[1_093];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(i);
        }
        for (int i = 0; i < 600; i++) {
            String one = glob(random);
            String other = glob(random);
            Pattern oneOracle = Pattern.compile(one.replace("*", ".*"));
            Pattern otherOracle = Pattern.compile(other.replace("*", ".*"));
            boolean found = false;
            for (String text : texts) {
                boolean expected = oneOracle.matcher(text).matches();
                found |= expected && otherOracle.matcher(text).matches();
                if (Glob.matches(one, text) != expected) {
                    fail("%s on %s", one, text);
                }
            }
            assertThat(Glob.overlap(one, other)).as("%s and %s", one, other).isEqualTo(found);
        }
    }

    /** All words of up to six of three letters, counted through: two globs of three characters meet in one of them. */
    private static String text(int number) {
        StringBuilder text = new StringBuilder();
        for (int left = number; left > 0; left = (left - 1) / 3) {
            text.append("abc".charAt((left - 1) % 3));
        }
        return text.toString();
    }

    private static String glob(Random random) {
        StringBuilder glob = new StringBuilder();
        int length = random.nextInt(4);
        for (int i = 0; i < length; i++) {
            glob.append("ab**".charAt(random.nextInt(4)));
        }
        return glob.toString();
    }
}
