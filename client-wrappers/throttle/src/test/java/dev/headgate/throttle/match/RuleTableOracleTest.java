package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Random tables and calls against a search that knows nothing of indexes, written from the rules and not from the code. */
class RuleTableOracleTest {
    private static final String[] HOSTS = {
        "a.test", "b.test", "x.a.test", "y.x.a.test", "*.test", "*.a.test", "**.test", "**.a.test", "**"
    };
    private static final String[] CALLED = {
        "a.test", "A.TEST.", "b.test", "x.a.test", "y.x.a.test", "z.y.x.a.test", "xa.test", "test", "c.example"
    };
    private static final String[] PATHS = {"/**", "/a/**", "/a", "/a/{id}", "/a/b", "/b/*"};
    private static final String[] CALLED_PATHS = {"/", "/a", "/a/", "/a/b", "/a/c", "/a/b/c", "/b/c", "/ab"};
    private static final String[] PLACES = {"", "", "", ":443", "https://"};

    private record Rule(String host, String place, String path, boolean header, boolean post) {
        Match match() {
            String pattern = place.startsWith("h") ? place + host : host + place;
            return Rules.match(
                    List.of(pattern),
                    post ? Set.of("POST") : Set.of(),
                    List.of(path),
                    header ? Map.of("X-A", "1") : Map.of());
        }

        boolean matches(HttpCall call) {
            String called = call.host().toLowerCase().replaceAll("\\.$", "");
            String regex = host.equals("**")
                    ? ".*"
                    : host.replace(".", "\\.")
                            .replaceAll("^\\*\\*\\\\.", ".+\\\\.")
                            .replaceAll("^\\*\\\\.", "[^.]+\\\\.");
            int port = call.port() > 0 ? call.port() : call.scheme().equals("https") ? 443 : 80;
            return Pattern.matches(regex, called)
                    && (place.isEmpty() || port == 443)
                    && (!place.equals("https://") || call.scheme().equals("https"))
                    && PathPattern.parse(path).matches(call.rawPath())
                    && (!header || "1".equals(call.headers().get("X-A")))
                    && (!post || call.method().equals("POST"));
        }

        /** Larger is more specific; digits from the most to the least important. */
        long rank() {
            long rank = host.equals("**") ? 0 : host.startsWith("**") ? 1 : host.startsWith("*") ? 2 : 3;
            rank = rank * 100 + host.length();
            rank = rank * 10 + (place.isEmpty() ? 0 : 1);
            rank = rank * 10 + (place.startsWith("h") ? 1 : 0);
            rank = rank * 100 + path.replaceAll("/(\\*\\*?|\\{id})", "").length();
            rank = rank * 10 + (path.endsWith("**") ? 0 : 1);
            rank = rank * 10
                    + path.replace("/**", "").chars().filter(c -> c == '/').count();
            rank = rank * 10 + (header ? 1 : 0);
            return rank * 10 + (post ? 1 : 0);
        }
    }

    @Test
    void theTableFindsWhatASearchFinds() {
        Random random = new Random(38);
        int found = 0;
        for (int round = 0; round < 400; round++) {
            List<Rule> rules = rules(random);
            Rules table = new Rules();
            for (int i = 0; i < rules.size(); i++) {
                table.add("r" + i, rules.get(i).match());
            }
            RuleTable<String> built = table.table();
            assertThat(built.conflicts()).isEmpty();
            for (int i = 0; i < 40; i++) {
                HttpCall call = call(random);
                int best = -1;
                for (int j = 0; j < rules.size(); j++) {
                    boolean better =
                            best < 0 || rules.get(j).rank() > rules.get(best).rank();
                    best = rules.get(j).matches(call) && better ? j : best;
                }
                Found<String> ours = built.find(HttpCall.READER, call);
                assertThat(ours == null ? null : ours.value())
                        .as("%s among %s", call, rules)
                        .isEqualTo(best < 0 ? null : "r" + best);
                found += best < 0 ? 0 : 1;
            }
        }
        assertThat(found).isGreaterThan(5_000);
    }

    private static List<Rule> rules(Random random) {
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Rule rule = new Rule(
                    one(random, HOSTS),
                    one(random, PLACES),
                    one(random, PATHS),
                    random.nextInt(4) == 0,
                    random.nextInt(4) == 0);
            if (!rules.contains(rule)) {
                rules.add(rule);
            }
        }
        return rules;
    }

    private static HttpCall call(Random random) {
        return new HttpCall(
                random.nextBoolean() ? "https" : "http",
                one(random, CALLED),
                random.nextBoolean() ? -1 : random.nextBoolean() ? 443 : 8080,
                random.nextBoolean() ? "POST" : "GET",
                one(random, CALLED_PATHS),
                random.nextBoolean() ? Map.of("X-A", "1") : Map.of());
    }

    private static String one(Random random, String[] of) {
        return of[random.nextInt(of.length)];
    }
}
