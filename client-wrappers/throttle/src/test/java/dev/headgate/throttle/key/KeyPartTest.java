package dev.headgate.throttle.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.throttle.key.KeyPart.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPartTest {
    @ParameterizedTest
    @CsvSource({
        "host, HOST, ''",
        "method, METHOD, ''",
        "path, PATH, ''",
        "{id}, PATH_VARIABLE, id",
        "header:Authorization, HEADER, Authorization",
        "jwt:sub, JWT, sub",
        "jwt:https://example.com/tenant, JWT, https://example.com/tenant",
        "user, USER, ''",
        "context:tenant, CONTEXT, tenant",
    })
    void aPartIsReadAndWrittenAsInTheFile(String text, Kind kind, String name) {
        assertThat(KeyPart.parse(text)).isEqualTo(new KeyPart(kind, name)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Host",
                "hosts",
                "query",
                "header",
                "header:",
                "jwt:",
                "context: ",
                "{}",
                "{id",
                "id",
                "ip",
                "jwt: sub"
            })
    void aWrongPartIsToldWhatThereIs(String text) {
        assertThatThrownBy(() -> KeyPart.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("\"" + text + "\" ")
                .hasMessageEndingWith(
                        "write one of host, method, path, {NAME} (of a path), header:NAME, jwt:CLAIM, user, context:NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"header:X Y", "header:X:Y", "header:ä"})
    void aHeaderHasANameThatHeadersHave(String text) {
        assertThatThrownBy(() -> KeyPart.parse(text)).hasMessageContaining("names no header");
    }
}
