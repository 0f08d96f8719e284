package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.match.HttpCall;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private static long of(String method, String url) {
        return Fingerprint.ofUrl(HttpCall.READER, HttpCall.of(method, url));
    }

    @Test
    void isTheSameForTheSameMethodAndUrl() {
        assertThat(of("GET", "http://api.test/a")).isEqualTo(of("GET", "HTTP://API.test/a"));
    }

    @Test
    void isAnotherWhereAnyPartIsAnother() {
        Set<Long> prints = new HashSet<>();
        prints.add(of("GET", "http://api.test/a"));
        prints.add(of("PUT", "http://api.test/a"));
        prints.add(of("GET", "https://api.test/a"));
        prints.add(of("GET", "http://api.test:8080/a"));
        prints.add(of("GET", "http://api.tes/ta"));
        prints.add(of("GET", "http://api.test/A"));
        prints.add(of("GET", "http://api.test/"));
        prints.add(Fingerprint.ofId(0, "http://api.test/a"));
        prints.add(Fingerprint.ofId(1, "http://api.test/a"));
        assertThat(prints).hasSize(9);
    }

    @Test
    void spreadsUrlsThatDifferInOneDigitOverAllPlaces() {
        Set<Long> places = new HashSet<>();
        for (int i = 0; i < 4_096; i++) {
            places.add(of("GET", "http://api.test/users/" + i) & 4_095);
        }
        // Of 4,096 throws at random into as many places 63.2 % are hit.
        assertThat(places.size()).isBetween(2_500, 2_680);
    }
}
