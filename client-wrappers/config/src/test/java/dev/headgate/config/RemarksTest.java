package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.config.report.Problem;
import dev.headgate.config.report.Problem.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no error, and cannot have the effect that it seems to have. */
class RemarksTest {
    private static List<Problem> remarks(String rule) {
        return Reading.of("downstreams:\n  a.test: " + rule + "\n").remarks();
    }

    @Test
    void aQueueThatTheWaitCanNeverFillIsTold() {
        assertThat(remarks("{limits: [10/s], wait: 2s, queue: 64}"))
                .singleElement()
                .satisfies(remark -> {
                    assertThat(remark.severity()).isEqualTo(Severity.WARNING);
                    assertThat(remark.where()).isEqualTo("headgate.yml:2:38");
                    assertThat(remark.message())
                            .isEqualTo(
                                    "`queue` of `a.test` can never fill: within a wait of 2s at most 21 calls come to their turn");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{match: {hosts: [a.test], methods: [GET]}, limits: [{fixed-window: 9/m, costs: [{methods: [POST], cost: 5}]}]}",
                "{match: {hosts: [a.test], paths: [/v1/**]}, limits: [{fixed-window: 9/m, costs: [{paths: [/v2/*], cost: 5}]}]}",
                "{match: {hosts: [a.test], headers: {A: x*}}, limits: [{fixed-window: 9/m, costs: [{headers: {a: y}, cost: 5}]}]}"
            })
    void aCostThatNoCallOfTheRuleCanTakeIsTold(String rule) {
        assertThat(remarks(rule))
                .extracting(Problem::message)
                .containsExactly(
                        "a cost of 5 in downstream `a.test` is never taken: no call that the downstream matches has"
                                + " such a method, path or header");
        assertThat(remarks(rule + "\n  b.test: {limits: [5/s], also: [a.test]}"))
                .isEmpty();
    }

    @Test
    void aCostThatSomeCallsOfTheRuleTakeIsNoMistake() {
        assertThat(
                        remarks(
                                "{match: {hosts: [a.test], methods: [GET, POST], paths: [\"/{id}/**\"], headers: {A: \"*\"}}, limits:"
                                        + " [{fixed-window: 9/m, costs: [{methods: [POST], paths: [/v2/*], headers: {A: x}, cost: 5}]}]}"))
                .isEmpty();
    }

    @Test
    void aQueueOfARuleThatDoesNotWaitIsTold() {
        assertThat(remarks("{limits: [10/s], wait: 0, queue: 5}"))
                .extracting(Problem::message)
                .containsExactly("`queue` of `a.test` is never used: with `wait: 0` no call waits");
    }

    @Test
    void aQueueLargerThanThatOfTheProcessIsTold() {
        assertThat(remarks("{limits: [10/s], wait: 1h, queue: 101}"))
                .extracting(Problem::message)
                .containsExactly(
                        "`queue` of `a.test` can never fill: `waiting: {max: 100}` lets fewer calls wait in the whole process");
    }

    @Test
    void aDepthThatTheWaitCanNeverFillIsTold() {
        assertThat(remarks("{limits: [{leaky-bucket: 10/s, depth: 50}], wait: 1s}"))
                .extracting(Problem::message)
                .containsExactly(
                        "`depth` of 50 can never fill: within the wait of 1s of `a.test` at most 11 tokens leave");
    }

    @Test
    void aCostOfTheWholeCapacityThatLosesAFractionIsNoted() {
        assertThat(remarks("{limits: [{token-bucket: 3/s, capacity: 1}]}"))
                .extracting(Problem::severity)
                .containsExactly(Severity.NOTE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10/s",
                "{limits: [10/s]}",
                "{limits: [10/s], wait: 10s, queue: 64}",
                "{limits: [10/s], wait: 99999999h, queue: 100}",
                "{limits: [10/s], wait: 2s, queue: 64, key: [host]}",
                "{limits: [100/s], wait: 1s, queue: 64}",
                "{limits: [{sliding-window-log: 30/s, spread: false}], wait: 1s, queue: 60}",
                "{limits: [{fixed-window: 100/d}], wait: 1s, queue: 64}",
                "{limits: [{leaky-bucket: 10/s, depth: 50}], wait: 5s}",
                "{limits: [{leaky-bucket: 10/s}], wait: 0}",
                "{limits: [{token-bucket: 10/s, capacity: 1}]}",
                "{limits: [{token-bucket: 9000000000000000000/106751d}], wait: 99999999h, queue: 100}",
                "{limits: unlimited, queue: 5}"
            })
    void whatCanBeIsNotTold(String rule) {
        assertThat(remarks(rule)).isEmpty();
    }
}
