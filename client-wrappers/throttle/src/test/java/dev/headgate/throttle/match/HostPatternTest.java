package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPatternTest {
    @ParameterizedTest
    @CsvSource({
        "api.test, api.test",
        "API.Test, api.test",
        "api.test., api.test",
        "*.Example.TEST., *.example.test",
        "**.example.test, **.example.test",
        "**, **",
        "**:8443, **:8443",
        "https://**, https://**",
        "api.test:8443, api.test:8443",
        "HTTPS://api.test, https://api.test",
        "https://api.test:443, https://api.test",
        "http://api.test:80, http://api.test",
        "http://api.test:443, http://api.test:443",
        "my_service.internal, my_service.internal",
        "localhost, localhost",
        "bücher.example, xn--bcher-kva.example",
        "*.BÜCHER.example, *.xn--bcher-kva.example",
        "api。test, api.test",
        "10.2.0.0/16, 10.2.0.0/16",
        "10.2.0.0/16:8080, 10.2.0.0/16:8080",
        "http://10.2.0.0/16, http://10.2.0.0/16",
        "10.2.0.1/32, 10.2.0.1",
        "127.0.0.1., 127.0.0.1",
        "0.0.0.0/0, 0.0.0.0/0",
        "[::1], [::1]",
        "[0:0:0:0:0:0:0:1]:8080, [::1]:8080",
        "https://[2001:DB8::0:1], https://[2001:db8::1]",
        "[2001:db8::]/32, [2001:db8::]/32",
        "[2001:db8::/32], [2001:db8::]/32",
        "[2001:db8::]/32:8080, [2001:db8::]/32:8080",
        "[2001:db8::1]/128, [2001:db8::1]",
        "[::ffff:10.2.0.1], 10.2.0.1",
    })
    void aPatternHasOneSpelling(String written, String canonical) {
        assertThat(HostPattern.parse(written)).hasToString(canonical);
        assertThat(HostPattern.parse(canonical)).isEqualTo(HostPattern.parse(written));
        assertThat(HostPattern.parse(canonical)).hasSameHashCodeAs(HostPattern.parse(written));
    }

    @ParameterizedTest
    @CsvSource({
        "api.test, api.test, true",
        "api.test, API.TEST, true",
        "api.test, api.test., true",
        "api.test, xapi.test, false",
        "api.test, api.test.example, false",
        "xn--bcher-kva.example, BÜCHER.example, true",
        "bücher.example, xn--BCHER-kva.example., true",
        "my_service, MY_SERVICE, true",
        "**, anything.at.all, true",
        "**, [::1], true",
        "**, not a host!, true",
        "**.example.test, a.b.example.test, true",
        "**.example.test, a.example.test, true",
        "**.example.test, example.test, false",
        "**.example.test, evilexample.test, false",
        "**.example.test, .example.test, false",
        "*.example.test, .example.test, false",
        "*.example.test, A.EXAMPLE.TEST., true",
        "*.test, example.test, true",
        "*.test, test, false",
        "10.2.0.0/16, 10.2.255.1, true",
        "10.2.0.0/16, 10.3.0.1, false",
        "10.2.0.0/16, 10.2.0.1., true",
        "10.2.0.0/16, ten.example, false",
        "10.2.0.0/16, 10.2.1, false",
        "10.2.0.0/16, 010.2.0.1, false",
        "10.2.0.0/16, [::ffff:10.2.3.4], true",
        "10.2.0.0/15, 10.3.0.1, true",
        "0.0.0.0/0, 255.255.255.255, true",
        "0.0.0.0/0, [::1], false",
        "[::]/0, [fe80::1], true",
        "[::]/0, 10.0.0.1, false",
        "[2001:db8::]/33, [2001:db8:7fff::1], true",
        "[2001:db8::]/33, [2001:db8:8000::1], false",
        "[2001:db8:0:0:8000::]/65, [2001:db8::8000:0:0:1], true",
        "[2001:db8:0:0:8000::]/65, [2001:db8::7000:0:0:1], false",
        "[fe80::1], [fe80::1%eth0], true",
        "[fe80::1], fe80::1, true",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.1, false",
    })
    void aHostIsMatchedAsAWhole(String pattern, String host, boolean matches) {
        assertThat(HostPattern.parse(pattern).matchesHost(host)).isEqualTo(matches);
    }

    @Test
    @DisplayName(
            "A20 equal IPv6 addresses are one host, however they are spelled, and the port is split off after the bracket")
    void a20() {
        HostPattern rule = HostPattern.parse("[::1]:8080");
        assertThat(rule.matches("http", "[::1]", 8080)).isTrue();
        assertThat(rule.matches("http", "[0:0:0:0:0:0:0:1]", 8080)).isTrue();
        assertThat(rule.matches("http", "0:0:0:0:0:0:0:1", 8080)).isTrue();
        assertThat(rule.matches("http", "::1", 8080)).isTrue();
        assertThat(rule.matches("http", "[::1]", 80)).isFalse();
        assertThat(rule.matches("http", "[::2]", 8080)).isFalse();
        assertThat(rule.exactHost()).isEqualTo("[::1]");
        assertThatThrownBy(() -> HostPattern.parse("::1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use brackets: \"[::1]\"");
    }

    @ParameterizedTest
    @CsvSource({
        "example.test, https, 443, true",
        "example.test, http, 1, true",
        "example.test:443, https, -1, true",
        "example.test:443, HTTPS, 443, true",
        "example.test:443, http, -1, false",
        "example.test:443, http, 443, true",
        "https://example.test, https, -1, true",
        "https://example.test, HTTPS, 443, true",
        "https://example.test, https, 8443, false",
        "https://example.test, http, 443, false",
        "http://example.test:8080, http, 8080, true",
        "http://example.test:8080, http, 80, false",
        "http://example.test:65535, http, 65535, true",
        "example.test, gopher, -1, true",
        "example.test:80, gopher, -1, false",
    })
    void schemeAndPortCountWhereTheyAreWritten(String pattern, String scheme, int port, boolean matches) {
        assertThat(HostPattern.parse(pattern).matches(scheme, "Example.test", port))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|\"\" is empty: write a host, as \"api.example.com\"",
                "a.test b.test|\"a.test b.test\" has a space in it: write one host per entry",
                "*|\"*\" matches nothing that is clear: write \"**\" for every host, \"*.example.com\" for one label",
                "2001:DB8:0::1|\"2001:DB8:0::1\" is an IPv6 address without brackets; use brackets: \"[2001:db8::1]\"",
                "https://::1|\"https://::1\" is an IPv6 address without brackets; use brackets: \"https://[::1]\"",
                "fd00::/8|\"fd00::/8\" is an IPv6 address without brackets; use brackets: \"[fd00::]/8\"",
                "ftp://a.test|\"ftp://a.test\" has a scheme other than http and https: write \"https://a.test\" or \"a.test\"",
                "ws://a.test|\"ws://a.test\" has a scheme other than http and https: write \"http://a.test\" or \"a.test\"",
                "a.test/|\"a.test/\" ends with a slash: write \"a.test\"",
                "https://a.test/v1|\"https://a.test/v1\" has a path: write match: {hosts: [\"https://a.test\"], paths: [\"/v1\"]}",
                "//a.test/v1|\"//a.test/v1\" has no host before its path: write one as \"api.example.com\" or \"https://api.example.com\"",
                "https:/a.test|\"https:/a.test\" has no host before its path: write one as \"api.example.com\" or \"https://api.example.com\"",
                "a.test?x|\"a.test?x\" has a query or fragment: hosts and paths are matched without them",
                ".example.com|\".example.com\" begins with a dot: write \"*.example.com\" for one label or \"**.example.com\" for any depth",
                "10.2.3.4/16|\"10.2.3.4/16\" has bits set beyond its first 16: write \"10.2.0.0/16\", or \"10.2.3.4\" for the one address",
                "10.2.0.0/33|\"10.2.0.0/33\" has no usable prefix length: write a number from 0 to 32, as \"10.2.0.0/24\"",
                "[fd00::]/129|\"[fd00::]/129\" has no usable prefix length: write a number from 0 to 128, as \"[fd00::]/64\"",
                "10.2.0/16|\"10.2.0/16\" is not a block of addresses: write one as \"10.2.0.0/16\" or \"[2001:db8::]/32\"",
                "[::ffff:10.2.0.0]/112|\"[::ffff:10.2.0.0]/112\" is a block of IPv4 addresses: write it as one, as \"10.2.0.0/16\"",
                "[fe80::1%eth0]:80|\"[fe80::1%eth0]:80\" has a zone: leave it out, as \"[fe80::1]:80\"",
                "[::1|\"[::1\" has no closing bracket: write an IPv6 address as \"[2001:db8::1]\"",
                "[a.test]|\"[a.test]\" is not an IPv6 address: write one as \"[2001:db8::1]\"",
                "[::1]x|\"[::1]x\" goes on after the bracket: only a prefix length or a port may stand there, as \"[::1]:8080\"",
            })
    void aWrongPatternSaysWhatToWrite(String pattern, String message) {
        assertThatThrownBy(() -> HostPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.test:", "a.test:0", "a.test:65536", "a.test:http", "a.test:-1", "a.test:+1", "a.test:100000"})
    void aPortIsANumberThatExists(String pattern) {
        assertThatThrownBy(() -> HostPattern.parse(pattern)).hasMessageContaining("write a number from 1 to 65535");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api.*.test", "a*.test", "*a.test", "*.*.test", "***.test", "**.*.test", "test.**"})
    void aStarIsTheWholeFirstLabel(String pattern) {
        assertThatThrownBy(() -> HostPattern.parse(pattern))
                .hasMessageContaining("write \"*.example.com\" for one label or \"**.example.com\" for any depth");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*.2.0.1", "**.0.0.1", "*.10"})
    void aStarInAnAddressAsksForABlock(String pattern) {
        assertThatThrownBy(() -> HostPattern.parse(pattern)).hasMessageContaining("write a block, as \"10.2.0.0/16\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"256.1.1.1", "1.2.3", "1.2.3.4.5", "010.0.0.1", "127.1", "2130706433"})
    void whatEndsInANumberIsAnAddress(String pattern) {
        assertThatThrownBy(() -> HostPattern.parse(pattern)).hasMessageContaining("is not an IPv4 address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a..test", ".", "*..", "a.test..", "**.", "a!.test", "a%20b.test", "a,b.test", "a\\b.test"})
    void aNameHasOnlyWhatNamesHave(String pattern) {
        assertThatThrownBy(() -> HostPattern.parse(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesAndLabelsHaveALongestLength() {
        String label = "a".repeat(63);
        assertThat(HostPattern.parse(label + ".test").exactHost()).isEqualTo(label + ".test");
        assertThatThrownBy(() -> HostPattern.parse(label + "a.test")).hasMessageContaining("1 to 63 characters");
        String longest = String.join(".", label, label, label, "a".repeat(61));
        assertThat(HostPattern.parse(longest).exactHost()).hasSize(253);
        assertThatThrownBy(() -> HostPattern.parse(longest + "a")).hasMessageContaining("253");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://app:hunter2@db/orders", "jdbc:mysql://db/o?password=hunter2"})
    void aJdbcUrlIsSentToItsPlaceWithoutItsPassword(String text) {
        assertThatThrownBy(() -> HostPattern.parse(text))
                .hasMessageContaining("match: {jdbc: [\"jdbc:")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void credentialsAreNotRepeated() {
        assertThatThrownBy(() -> HostPattern.parse("https://app:hunter2@a.test:8443"))
                .hasMessage("a host pattern has no user or password: write \"https://a.test:8443\"");
    }
}
