package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNameTest {
    @ParameterizedTest
    @CsvSource({
        "API.Test., api.test",
        "[0:0::1], [::1]",
        "0:0::1, [::1]",
        "[fe80::1%25eth0], [fe80::1]",
        "[::ffff:10.0.0.1], 10.0.0.1",
        "10.0.0.1., 10.0.0.1",
        "BÜCHER.example, xn--bcher-kva.example",
        "My_Host, my_host",
        "a..b, a..b",
        "'', ''",
        "., .",
        "::, [::]",
        "NO:HOST, no:host",
        "[::1, [::1]",
        "Not A Host!, not a host!",
    })
    void aHostHasOneSpellingAndNothingFails(String raw, String canonical) {
        assertThat(HostName.canonical(raw)).isEqualTo(canonical);
    }

    @Test
    void aLabelThatPunycodeRefusesStaysAsItIs() {
        String label = "ü".repeat(100);
        assertThat(HostName.canonical("X." + label)).isEqualTo("x." + label);
    }

    @Test
    void aCanonicalHostIsNotCopied() {
        String host = new String("api-1.my_zone.test");
        assertThat(HostName.canonical(host)).isSameAs(host);
    }

    @Test
    void lowerCaseIsThatOfNoLanguage() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr"));
        try {
            assertThat(HostName.canonical("API.TEST")).isEqualTo("api.test");
            assertThat(HostPattern.parse("API.TEST")).hasToString("api.test");
            assertThat(HeaderPattern.parse("X-ID", "1")).isEqualTo(HeaderPattern.parse("x-id", "1"));
        } finally {
            Locale.setDefault(before);
        }
    }
}
