package dev.headgate.throttle.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.CallContext;
import dev.headgate.throttle.match.Found;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.match.JdbcTarget;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class KeyReaderTest {
    private static final byte[] SECRET = "secret".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER = "other".getBytes(StandardCharsets.UTF_8);
    private static final Found<String> FOUND = new Found<>("rule", "/users/{id}", Map.of("id", "42"));

    @Test
    void theSameValuesGiveTheSameKeyAndOthersAnother() {
        KeyReader reader = reader("host", "method", "path", "{id}", "header:X-A");
        Key key = read(reader, "https", "Api.Test.", "POST", Map.of("x-a", "1"));
        assertThat(read(reader, "http", "api.test", "post", Map.of("X-A", "1"))).isEqualTo(key);
        assertThat(read(reader, "https", "b.test", "POST", Map.of("x-a", "1"))).isNotEqualTo(key);
        assertThat(read(reader, "https", "api.test", "PUT", Map.of("x-a", "1"))).isNotEqualTo(key);
        assertThat(read(reader, "https", "api.test", "POST", Map.of("x-a", "2")))
                .isNotEqualTo(key);
        assertThat(read(reader, "https", "api.test", "POST", Map.of())).isNotEqualTo(key);
    }

    @Test
    void aKeyIsTheFirstHalfOfTheHmacOfItsValuesAfterTheirLengths() {
        byte[] joined = {0, 0, 0, 2, '4', '2', 0, 0, 0, 1, 'x'};
        byte[] hmac = new HmacSha256(SECRET).of(joined, joined.length);
        assertThat(read(reader("{id}", "header:A"), "http", "a", "GET", Map.of("A", "x")))
                .hasToString(HexFormat.of().formatHex(hmac, 0, 16));
    }

    @Test
    void anotherSecretGivesOtherKeys() {
        Key one = read(reader("host"), "http", "a.test", "GET", Map.of());
        KeyReader other = new KeyReader(parts("host"), () -> OTHER);
        assertThat(read(other, "http", "a.test", "GET", Map.of())).isNotEqualTo(one);
    }

    @Test
    void aSecretThatBecomesAnotherGivesTheOthersKeysFromThenOn() {
        AtomicReference<byte[]> secret = new AtomicReference<>(OTHER);
        KeyReader reader = new KeyReader(parts("host"), secret::get);
        Key before = read(reader, "http", "a.test", "GET", Map.of());
        secret.set(SECRET);
        assertThat(read(reader, "http", "a.test", "GET", Map.of()))
                .isNotEqualTo(before)
                .isEqualTo(read(reader("host"), "http", "a.test", "GET", Map.of()));
    }

    @Test
    void noTwoListsOfValuesHaveOneKey() {
        KeyReader reader = reader("header:A", "header:B", "header:C");
        String[] values = {null, "", "a", "b", "ab", "none", "\0", "\0\0\0\1a", "ü"};
        Set<Key> keys = new HashSet<>();
        for (String a : values) {
            for (String b : values) {
                for (String c : values) {
                    Map<String, String> headers = new HashMap<>();
                    putIfPresent(headers, "A", a);
                    putIfPresent(headers, "B", b);
                    putIfPresent(headers, "C", c);
                    keys.add(read(reader, "http", "a.test", "GET", headers));
                }
            }
        }
        assertThat(keys).hasSize(values.length * values.length * values.length).contains(Key.NONE);
    }

    @Test
    void aCallWithNoneOfTheValuesHasTheKeyNone() {
        assertThat(read(reader("header:A", "jwt:sub", "context:t", "user", "{other}"), "http", "a", "GET", Map.of()))
                .isEqualTo(Key.NONE)
                .hasToString("none");
        assertThat(read(reader("header:A"), "http", "a", "GET", Map.of("A", "none")))
                .isNotEqualTo(Key.NONE);
        assertThat(read(reader(), "http", "a", "GET", Map.of())).isEqualTo(Key.NONE);
        assertThat(HttpCall.READER.header(HttpCall.of("GET", "http://a"), "A")).isNull();
        Key noTemplate = reader("path", "{id}")
                .read(HttpCall.READER, HttpCall.of("GET", "http://a/x"), new Found<>("r", null, Map.of()));
        assertThat(noTemplate).isEqualTo(Key.NONE);
    }

    @Test
    void aClaimOfTheBearerTokenIsAValue() {
        KeyReader reader = reader("jwt:sub");
        Key one = read(
                reader,
                "http",
                "a",
                "GET",
                Map.of("Authorization", "Bearer h." + base64("{\"sub\":\"u1\",\"exp\":1}") + ".s"));
        Key rotated = read(
                reader,
                "http",
                "a",
                "GET",
                Map.of("authorization", "Bearer h." + base64("{\"exp\":2,\"sub\":\"u1\"}") + ".t"));
        Key other = read(
                reader, "http", "a", "GET", Map.of("Authorization", "Bearer h." + base64("{\"sub\":\"u2\"}") + ".s"));
        assertThat(rotated).isEqualTo(one);
        assertThat(other).isNotEqualTo(one).isNotEqualTo(Key.NONE);
        assertThat(read(reader, "http", "a", "GET", Map.of("Authorization", "Bearer junk")))
                .isEqualTo(Key.NONE);
    }

    @Test
    void theContextIsThatOfTheThread() {
        KeyReader reader = reader("context:tenant");
        JdbcTarget target = new JdbcTarget(null, "p", null);
        Key inside;
        try (CallContext.Scope scope = CallContext.put("tenant", "t1")) {
            assertThat(scope).isNotNull();
            inside = read(reader, "http", "a", "GET", Map.of());
            assertThat(reader.read(target)).isEqualTo(inside);
        }
        assertThat(inside).isNotEqualTo(Key.NONE);
        assertThat(reader.read(target)).isEqualTo(Key.NONE);
    }

    @Test
    void aBorrowHasAUserAndHosts() {
        JdbcTarget orders = new JdbcTarget("jdbc:postgresql://b,A/orders", "orders", "app");
        JdbcTarget other = new JdbcTarget("jdbc:postgresql://a:5432,b/other?user=x", "other", "batch");
        assertThat(reader("host").read(orders))
                .isEqualTo(reader("host").read(other))
                .isNotEqualTo(Key.NONE);
        assertThat(reader("user").read(orders)).isNotEqualTo(reader("user").read(other));
        assertThat(reader("method", "path", "{id}", "header:A", "jwt:sub").read(orders))
                .isEqualTo(Key.NONE);
        assertThat(reader("host", "user").read(new JdbcTarget("jdbc:h2:mem:x", null, null)))
                .isEqualTo(Key.NONE);
        assertThat(reader("host").read(new JdbcTarget(null, "x", null))).isEqualTo(Key.NONE);
    }

    private static void putIfPresent(Map<String, String> headers, String name, String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }

    private static Key read(KeyReader reader, String scheme, String host, String method, Map<String, String> headers) {
        return reader.read(HttpCall.READER, new HttpCall(scheme, host, -1, method, "/users/42", headers), FOUND);
    }

    private static KeyReader reader(String... parts) {
        return new KeyReader(parts(parts), () -> SECRET);
    }

    private static List<KeyPart> parts(String... parts) {
        return Arrays.stream(parts).map(KeyPart::parse).toList();
    }

    private static String base64(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
