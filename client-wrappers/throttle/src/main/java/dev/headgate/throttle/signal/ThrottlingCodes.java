package dev.headgate.throttle.signal;

import java.util.Set;

/** The error codes with which services of AWS turn a call away, whatever the status. */
final class ThrottlingCodes {
    private static final Set<String> CODES = Set.of(
            "Throttling",
            "ThrottlingException",
            "ThrottledException",
            "RequestThrottled",
            "RequestThrottledException",
            "TooManyRequestsException",
            "ProvisionedThroughputExceededException",
            "RequestLimitExceeded",
            "BandwidthLimitExceeded",
            "LimitExceededException",
            "SlowDown",
            "PriorRequestNotComplete",
            "EC2ThrottledException",
            "TransactionInProgressException");

    private ThrottlingCodes() {}

    /** Returns whether it is one of them, with or without namespace before ({@code ns#Code}) and address behind ({@code Code:http…}). */
    static boolean isOne(String errorType) {
        int colon = errorType.indexOf(':');
        String code = colon < 0 ? errorType : errorType.substring(0, colon);
        return CODES.contains(code.substring(code.indexOf('#') + 1).strip());
    }
}
