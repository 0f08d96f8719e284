package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.match.HttpCall;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryMarksTest {
    private static HttpCall with(String name, String value) {
        return new HttpCall("https", "api.test", -1, "POST", "/x", Map.of(name, value));
    }

    private static boolean isRetry(String name, String value) {
        return RetryMarks.isRetry(HttpCall.READER, with(name, value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "amz-sdk-request            | attempt=2; max=3",
                "Amz-Sdk-Request            | ttl=20300101T000000Z; attempt=13; max=3",
                "x-goog-api-client          | gl-java/17 gccl/2.0 gccl-invocation-id/ab gccl-attempt-count/2",
                "x-stainless-retry-count    | 1",
                "grpc-previous-rpc-attempts | 1",
                "Retry-Attempt              | 1",
                "x-envoy-attempt-count      | 2",
                "x-stainless-retry-count    | 99999999999999999999",
            })
    void theSecondAttemptSaysSo(String name, String value) {
        assertThat(isRetry(name, value)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "amz-sdk-request            | attempt=1; max=3",
                "amz-sdk-request            | max=3",
                "amz-sdk-request            | attempt=",
                "x-goog-api-client          | gl-java/17 gccl-attempt-count/1",
                "x-goog-api-client          | gl-java/17 gax/2.30",
                "x-stainless-retry-count    | 0",
                "x-stainless-retry-count    | no",
                "grpc-previous-rpc-attempts | -1",
                "x-envoy-attempt-count      | 1",
                "Idempotency-Key            | 7",
                "Other                      | 2",
            })
    void theFirstAttemptIsNone(String name, String value) {
        assertThat(isRetry(name, value)).isFalse();
    }

    @Test
    void aValueTooLongToBeAMarkIsReadInItsBeginningOnly() {
        assertThat(isRetry("x-goog-api-client", "a ".repeat(2_000) + "gccl-attempt-count/2"))
                .isFalse();
    }

    @Test
    void requestsAreKnownByTheNamesThatTheyGiveTheirCalls() {
        assertThat(RetryMarks.id(HttpCall.READER, with("idempotency-key", "k-1"), 0))
                .isEqualTo("k-1");
        assertThat(RetryMarks.id(HttpCall.READER, with("Idempotency-Key", " "), 0))
                .isNull();
        assertThat(RetryMarks.id(HttpCall.READER, with("Idempotency-Key", "k".repeat(2_000)), 0))
                .isNull();
        assertThat(RetryMarks.id(HttpCall.READER, with("x-ms-client-request-id", "r"), 1))
                .isEqualTo("r");
        assertThat(RetryMarks.id(HttpCall.READER, with("amz-sdk-invocation-id", "i"), 2))
                .isEqualTo("i");
        assertThat(RetryMarks.ids()).isEqualTo(3);
    }
}
