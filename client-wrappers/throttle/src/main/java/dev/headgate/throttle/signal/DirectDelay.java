package dev.headgate.throttle.signal;

import dev.headgate.throttle.signal.SignalTerms.Family;
import java.util.List;

/**
 * A header that says itself when to come back.
 *
 * @param name in lower case
 * @param meaning of its number
 * @param family to which it belongs
 */
record DirectDelay(String name, NumberMeaning meaning, Family family) {
    /** The most exact first; the first that says something counts. */
    static final List<DirectDelay> BY_PRECEDENCE = List.of(
            new DirectDelay(HeaderNames.GRPC_PUSHBACK, NumberMeaning.MILLIS_OR_EPOCH, Family.RETRY_AFTER),
            new DirectDelay(HeaderNames.MS_RETRY_AFTER, NumberMeaning.MILLIS_OR_EPOCH, Family.RETRY_AFTER),
            new DirectDelay(HeaderNames.RETRY_AFTER_MS, NumberMeaning.MILLIS_OR_EPOCH, Family.RETRY_AFTER),
            new DirectDelay(HeaderNames.AMZ_RETRY_AFTER, NumberMeaning.MILLIS_OR_EPOCH, Family.RETRY_AFTER),
            new DirectDelay(HeaderNames.RETRY_AFTER, NumberMeaning.SECONDS_OR_EPOCH, Family.RETRY_AFTER),
            new DirectDelay(HeaderNames.RATELIMIT_RETRY_AFTER, NumberMeaning.SECONDS_OR_EPOCH, Family.RATE_LIMIT));
}
