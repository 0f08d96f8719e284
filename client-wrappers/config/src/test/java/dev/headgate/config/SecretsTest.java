package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;

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
}
