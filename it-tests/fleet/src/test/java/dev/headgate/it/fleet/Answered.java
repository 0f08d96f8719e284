package dev.headgate.it.fleet;

import dev.headgate.throttle.Demand;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.signal.ResponseReader;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/** What a downstream has answered. Immutable. */
record Answered(int status, Map<String, String> headers) {
    static final Answered SERVED = new Answered(200, Map.of());

    /** Too busy, and no word of when it will not be. */
    static final Answered BUSY = new Answered(503, Map.of());

    private static final ResponseReader<Answered> READER = new ResponseReader<>() {
        @Override
        public int status(Answered response) {
            return response.status();
        }

        @Override
        public void headers(Answered response, HeaderVisitor visitor) {
            response.headers().forEach(visitor::header);
        }
    };

    static Answered comeBackAfter(int status, int seconds) {
        return new Answered(status, Map.of("Retry-After", Integer.toString(seconds)));
    }

    /** A date has whole seconds. */
    static Answered comeBackAt(Instant date) {
        return new Answered(
                503, Map.of("Retry-After", DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atZone(ZoneOffset.UTC))));
    }

    /** Tells a throttle that a call was answered so. */
    void to(Demand call, String host) {
        call.answered(HttpCall.READER, HttpCall.of("GET", "http://" + host + "/"), READER, this);
    }
}
