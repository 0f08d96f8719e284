package dev.headgate.throttle;

import dev.headgate.throttle.match.HttpReader;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what clients write on the wire about their retries. Stateless. */
final class RetryMarks {
    /** No client's mark is longer. */
    private static final int LONGEST_VALUE = 1_024;

    /** Headers whose whole value is the number of the attempt, or of those before it, and the least that makes a retry. */
    private static final String[] COUNTED = {
        "x-stainless-retry-count", "grpc-previous-rpc-attempts", "Retry-Attempt", "x-envoy-attempt-count"
    };

    private static final int[] LEAST = {1, 1, 1, 2};

    /** Headers in which the number of the attempt follows a word: the SDKs of AWS, the storage client of Google. */
    private static final String[] WORDED = {"amz-sdk-request", "x-goog-api-client"};

    private static final String[] WORDS = {"attempt=", "gccl-attempt-count/"};

    /** Headers whose value stays the same in all attempts of one call. */
    private static final String[] IDS = {"Idempotency-Key", "x-ms-client-request-id", "amz-sdk-invocation-id"};

    private RetryMarks() {}

    /** Returns whether a request counts its attempts and this is not the first. */
    static <R> boolean isRetry(HttpReader<R> reader, R request) {
        for (int i = 0; i < COUNTED.length; i++) {
            if (number(reader.header(request, COUNTED[i]), 0) >= LEAST[i]) {
                return true;
            }
        }
        for (int i = 0; i < WORDED.length; i++) {
            String value = reader.header(request, WORDED[i]);
            int at = value == null ? -1 : lower(value).indexOf(WORDS[i]);
            if (at >= 0 && number(value, at + WORDS[i].length()) > 1) {
                return true;
            }
        }
        return false;
    }

    /** How many kinds of names a request may give its call. */
    static int ids() {
        return IDS.length;
    }

    /** Returns the name of a kind that a request gives its call, the same in all attempts; null if it gives none. */
    static <R> @Nullable String id(HttpReader<R> reader, R request, int kind) {
        String value = reader.header(request, IDS[kind]);
        return value == null || value.isBlank() || value.length() > LONGEST_VALUE ? null : value;
    }

    private static String lower(String value) {
        return value.substring(0, Math.min(LONGEST_VALUE, value.length())).toLowerCase(Locale.ROOT);
    }

    /** The whole number that begins there; 0 if there is none. */
    private static long number(@Nullable String value, int from) {
        if (value == null) {
            return 0;
        }
        int at = from;
        while (at < value.length() && value.charAt(at) == ' ') {
            at++;
        }
        long number = 0;
        for (; at < value.length() && value.charAt(at) >= '0' && value.charAt(at) <= '9'; at++) {
            number = Math.min(Integer.MAX_VALUE, number * 10 + value.charAt(at) - '0');
        }
        return number;
    }
}
