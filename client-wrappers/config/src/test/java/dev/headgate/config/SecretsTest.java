package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file may hold secrets; a report goes into logs. */
class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: {match: {hosts: [*.x], headers: {Authorization: Bearer hunter2}}, limits: [5/s]}",
                "a: {match: {headers: {Authorization: Bearer hunter2, X: *}, hosts: [a.test]}, limits: [5]}",
                "a: {match: {headers: {\"X-Key\": \"hunter2\"}, hosts: a.test}, limits: [5/s]}",
                "a: {match: {headers: {X-Key: hunter2, hunter2}, hosts: [a.test]}, limits: [5/s]}",
                "a: {match: {hosts: [a.test], headers: hunter2}, limits: [5/s]}",
                "a: {match: {hosts: [a.test], headers: {X: [hunter2]}}, limits: [5/s]}",
                "a: {match: {hosts: [a.test], headers: {\"b c\": hunter2}}, limits: [5/s]}",
                "a:\n    match:\n      headers:\n        X-Key: *hunter2\n      hosts: [a.test]\n    limits: [5/s]",
                "a:\n    match:\n      headers:\n        X-Key: @hunter2\n      hosts: [a.test]\n    limits: [5/s]",
                "a:\n    match:\n      headers:\n        X-Key: a: hunter2\n      hosts: [a.test]\n    limits: [5/s]",
                "\"jdbc:postgresql://u:hunter2@db/x\": {limits: 5/s}",
                "o: {match: {jdbc: [jdbc:postgresql://u:hunter2@a,b/x]}, limits: [5/s]}",
                "o: {match: {jdbc: [\"jdbc:mysql://a/x?password=hunter2\"], jdbc: []}, limits: 5/s}",
                "o: {match: {jdbc: jdbc:mysql://a/x?password=hunter2}, limits: [5/s]}",
                "\"https://u:hunter2@api.test\": 5/s",
                "o: {match: {hosts: [\"https://u:hunter2@api.test\"]}, limits: 5/s}",
                "\"jdbc:oracle:thin:scott/hunter2@h:1521/s\": 5",
                "\"jdbc:oracle:thin:scott/hunter2\\xq@h:1521/s\": 5",
                "\"jdbc:mysql://u:hun/hunter2@h/d\": 5",
                "\"jdbc:sqlserver://h;accessToken=hunter2\": 5",
                "a: {limits: [5/s], \"jdbc:oracle:thin:scott/hunter2@h:1521/s\": 5/s}",
                "a: {limits: [5/s], \"https://u:hunter2@a.test\": 5/s}",
                "a: {limits: [Basic hunter2]}",
                "a: {limits: [5/s], X-Api-Key: hunter2}",
                "key-secret: *hunter2"
            })
    void valuesThatMayBeSecretsAreNotShown(String downstream) {
        assertThat(Reading.problems("downstreams:\n  " + downstream + "\n"))
                .isNotEmpty()
                .noneMatch(problem -> problem.toString().contains("hunter2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis: {uri: redis://u:hunter2@h, prefx: a}",
                "redis: {uri: \"redis://u:a/hunter2@h\", prefx: a}",
                "redis: {uri: \"redis://u:a@hunter2@h\", prefx: a}",
                "redis: {uri: \"redis://u:a b, hunter2@h\", prefx: a}",
                "redis: {uri: redis://:hunter2, prefx: a}",
                "redis: {uri: redis://u:hunter2, prefx: a}",
                "redis: {url: redis://u:hunter2@h/#, prefix: \"a:\"}",
                "redis: {uri: rediss://u:hunter2%@h}",
                "redis: {uri: redis://h/hunter2}",
                "redis: {uri: redis://h?password=hunter2}",
                "redis: {uri: redis://h, password: a hunter2, prefx: a}",
                "redis: {uri: redis://h, password: \"a\\\"hunter2\", prefx: a}",
                "redis: {uri: redis://h, password: 'a''hunter2', prefx: a}",
                "redis: {uri: redis://h, passwrod: hunter2, prefx: a}",
                "redis: {uri: redis://h, pass: hunter2, prefx: a}",
                "redis: {uri: redis://h, pw: hunter2, prefx: a}",
                "redis: {uri: redis://h, auth: hunter2, prefx: a}",
                "redis: {uri: redis://h, key-secret: hunter2hunter2hunter2, prefx: a}",
                "redis: {uri: redis://h, key_secret: hunter2}",
                "redis: {uri: redis://h, password: [hunter2]}",
                "redis: {uri: redis://h, password: {a: hunter2}}",
                "redis: {uri: \"${SECRET}\"}",
                "redis: {uri: redis://h, prefix: \"${SECRET}\"}",
                "redis:\n  uri: redis://h\n  password: *hunter2",
                "redis:\n  uri: redis://h\n  password: @hunter2",
                "redis:\n  uri: redis://h\n  password: a: hunter2"
            })
    void noPasswordOfRedisIsShown(String redis) {
        Map<String, String> environment = Map.of("SECRET", "redis://hunter2:hunter2");
        assertThat(Reading.problems(redis + "\ndownstreams: {a.test: 5/s}\n", environment))
                .isNotEmpty()
                .noneMatch(problem -> problem.toString().contains("hunter2"));
    }
}
