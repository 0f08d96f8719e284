package dev.headgate.throttle.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"sub\":\"u1\"}|u1",
                " { \"iss\" : \"x\" , \"sub\" : \"u1\" } |u1",
                "{\"sub\":\"\"}|''",
                "{\"sub\":42}|42",
                "{\"sub\":-0.5e+10}|-0.5e+10",
                "{\"sub\":true}|true",
                "{\"sub\":[\"a\", {\"b\":1}]}|[\"a\", {\"b\":1}]",
                "{\"sub\":{}}|{}",
                "{\"a\":{\"sub\":\"inner\"},\"sub\":\"outer\"}|outer",
                "{\"a\":\"\\\"sub\\\":\\\"x\\\"\",\"sub\":\"u1\"}|u1",
                "{\"s\\u0075b\":\"\\u00fc\\n\\/\\\\\\t\\b\\f\\r\\\"\"}|ü\\n/\\\\\\t\\b\\f\\r\"",
                "{\"sub\":\"ünï\"}|ünï",
            })
    void aClaimIsRead(String json, String claim) {
        assertThat(BearerToken.claim("Bearer " + token(json), "sub"))
                .isEqualTo(claim.equals("''") ? "" : claim.translateEscapes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[]",
                "\"sub\"",
                "null",
                "{}",
                "{\"sub\":null}",
                "{\"other\":1}",
                "{\"sub\":\"u1\"",
                "{\"sub\":\"u1\",}",
                "{\"sub\":\"u1\"}x",
                "{\"sub\":\"u1\"}{}",
                "{\"sub\" \"u1\"}",
                "{\"sub\":u1}",
                "{\"sub\":'u1'}",
                "{'sub':\"u1\"}",
                "{sub:\"u1\"}",
                "{\"sub\":\"u1\",\"sub\":\"u2\"}",
                "{\"sub\":01}",
                "{\"sub\":1.}",
                "{\"sub\":.5}",
                "{\"sub\":+1}",
                "{\"sub\":1e}",
                "{\"sub\":-}",
                "{\"sub\":NaN}",
                "{\"sub\":truex}",
                "{\"sub\":tru}",
                "{\"sub\":\"\\x\"}",
                "{\"sub\":\"\\u12g4\"}",
                "{\"sub\":\"\\u12\"}",
                "{\"sub\":\"a\u0001\"}",
                "{\"sub\":[1,]}",
                "{\"sub\":[1 2]}",
                "{\"sub\":{\"a\"}}",
                "{\"sub\":\"u1\",\"a\":[}",
            })
    void aMalformedPayloadHasNoClaim(String json) {
        assertThat(BearerToken.claim("Bearer " + token(json), "sub")).isNull();
    }

    @Test
    void anythingElseThanABearerTokenHasNoClaim() {
        String token = token("{\"sub\":\"u1\"}");
        assertThat(BearerToken.claim("bearer   " + token + " ", "sub")).isEqualTo("u1");
        assertThat(BearerToken.claim("Bearer " + token.substring(0, token.lastIndexOf('.') + 1), "sub"))
                .isEqualTo("u1");
        assertThat(BearerToken.claim(null, "sub")).isNull();
        assertThat(BearerToken.claim("", "sub")).isNull();
        assertThat(BearerToken.claim("Bearer", "sub")).isNull();
        assertThat(BearerToken.claim("Basic " + token, "sub")).isNull();
        assertThat(BearerToken.claim(token, "sub")).isNull();
        assertThat(BearerToken.claim("Bearer " + token + ".x", "sub")).isNull();
        assertThat(BearerToken.claim("Bearer " + token.replace('.', ' '), "sub"))
                .isNull();
        assertThat(BearerToken.claim("Bearer a.b", "sub")).isNull();
        assertThat(BearerToken.claim("Bearer ..", "sub")).isNull();
        assertThat(BearerToken.claim("Bearer h.%%%.s", "sub")).isNull();
    }

    @Test
    void bytesThatAreNoTextHaveNoClaim() {
        byte[] payload = {'{', '"', 's', 'u', 'b', '"', ':', '"', (byte) 0xff, '"', '}'};
        String body = Base64.getUrlEncoder().withoutPadding().encodeToString(payload);
        assertThat(BearerToken.claim("Bearer h." + body + ".s", "sub")).isNull();
    }

    @Test
    void sizeAndDepthAreBounded() {
        String fits = token("{\"sub\":\"u1\",\"pad\":\"" + "x".repeat(12_000) + "\"}");
        assertThat(BearerToken.claim("Bearer " + fits, "sub")).isEqualTo("u1");
        String tooLong = token("{\"sub\":\"u1\",\"pad\":\"" + "x".repeat(13_000) + "\"}");
        assertThat(BearerToken.claim("Bearer " + tooLong, "sub")).isNull();
        assertThat(BearerToken.claim("Bearer " + token("{\"sub\":\"u1\",\"a\":" + nested(31) + "}"), "sub"))
                .isEqualTo("u1");
        assertThat(BearerToken.claim("Bearer " + token("{\"sub\":\"u1\",\"a\":" + nested(5_000) + "}"), "sub"))
                .isNull();
    }

    @Test
    void noPayloadMakesItFail() {
        Random random = new Random(9);
        String alphabet = "{}[]\":,\\u0sub1e-. tfn";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder json = new StringBuilder("{\"sub\":");
            for (int j = random.nextInt(20); j > 0; j--) {
                json.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            BearerToken.claim("Bearer " + token(json.toString()), "sub");
        }
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static String token(String json) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + encoder.encodeToString(json.getBytes(StandardCharsets.UTF_8)) + ".c2ln";
    }
}
