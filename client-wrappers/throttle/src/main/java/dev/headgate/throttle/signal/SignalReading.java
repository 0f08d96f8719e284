package dev.headgate.throttle.signal;

import dev.headgate.throttle.signal.Signal.Kind;
import dev.headgate.throttle.signal.SignalTerms.Family;

/** Makes a signal of one response's header lines. Not thread-safe. */
final class SignalReading {
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int CONTENT_TOO_LARGE = 413;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    /** What GitHub asks of a client that it turns away without saying until when. */
    private static final long GITHUB_MILLIS = 60_000;

    private final int status;
    private final HeaderLines lines;
    private final SignalTerms terms;
    private final ReferenceClock clock;
    private final boolean cached;
    private long delay;
    private String source = "";

    SignalReading(int status, HeaderLines lines, SignalTerms terms, long nowMillis) {
        this.status = status;
        this.lines = lines;
        this.terms = terms;
        // The date of a response from a cache is that of the first answer, not of this one.
        this.clock = new ReferenceClock(nowMillis, lines.has(HeaderNames.AGE) ? null : lines.date());
        this.cached = isAged();
    }

    /** Returns whether the status alone says that the call was turned away. */
    static boolean isRefusal(int status) {
        return status == TOO_MANY_REQUESTS || status == SERVICE_UNAVAILABLE;
    }

    Signal signal() {
        boolean throttled = isThrottled();
        boolean pushedBack = isPushedBack();
        if (throttled) {
            source = HeaderNames.AMZN_ERROR;
        } else if (pushedBack && forbidsRetry()) {
            source = HeaderNames.GRPC_PUSHBACK;
        }
        boolean refused = throttled || pushedBack || isRefusal(status);
        boolean ordered = (refused || mayRefuse()) && readDirect();
        boolean exhausted = false;
        if (!ordered && believes(Family.RATE_LIMIT)) {
            Quotas quotas = new Quotas(lines, clock, NumberMeaning.of(terms.resetUnit()), isRefusal(status), !cached);
            exhausted = quotas.isExhausted();
            tell(quotas.delay(), quotas.source());
            if (isTurnedAwayByGitHub()) {
                tell(GITHUB_MILLIS, HeaderNames.GITHUB);
            }
        }
        if (refused || ordered || status == FORBIDDEN && (exhausted || delay > 0)) {
            return new Signal(Kind.HARD, delay, Scopes.of(lines, source), source);
        }
        return delay == 0 || cached ? Signal.NONE : new Signal(Kind.SOFT, delay, Scopes.of(lines, source), source);
    }

    private boolean mayRefuse() {
        return status == FORBIDDEN
                || status == REQUEST_TIMEOUT
                || status == CONTENT_TOO_LARGE
                || status >= 500 && status <= 599;
    }

    /** A header that says 0, or what is past, says nothing: the next is asked. */
    private boolean readDirect() {
        for (DirectDelay direct : DirectDelay.BY_PRECEDENCE) {
            if (delay == 0 && believes(direct.family())) {
                for (int i = lines.find(direct.name(), 0); i >= 0; i = lines.find(direct.name(), i + 1)) {
                    long told = TimeValues.delay(lines.value(i), direct.meaning(), clock);
                    delay = Math.max(delay, told);
                }
                source = delay > 0 ? direct.name() : source;
            }
        }
        return delay > 0;
    }

    /** Of services of AWS a 400 can mean it too. */
    private boolean isThrottled() {
        int type = lines.find(HeaderNames.AMZN_ERROR, 0);
        return (status == BAD_REQUEST || isRefusal(status))
                && believes(Family.RATE_LIMIT)
                && type >= 0
                && ThrottlingCodes.isOne(lines.value(type));
    }

    /** A call of gRPC that failed is a good answer of HTTP. */
    private boolean isPushedBack() {
        boolean failed = lines.has(HeaderNames.GRPC_STATUS) && !lines.says(HeaderNames.GRPC_STATUS, "0");
        return (failed || isRefusal(status)) && believes(Family.RETRY_AFTER) && lines.has(HeaderNames.GRPC_PUSHBACK);
    }

    /** What is below 0, or no number, says that the call must not be made again; then that is the source, without a delay. */
    private boolean forbidsRetry() {
        String pushback = lines.value(lines.find(HeaderNames.GRPC_PUSHBACK, 0));
        return TimeValues.delay(pushback, NumberMeaning.MILLIS, clock) < 0;
    }

    /** Of a 403 only where the limits of its API are told too: its other 403s have nothing to do with them. */
    private boolean isTurnedAwayByGitHub() {
        return delay == 0
                && lines.has(HeaderNames.GITHUB)
                && (status == TOO_MANY_REQUESTS
                        || status == FORBIDDEN && lines.has(ResetFamily.X_RATELIMIT.remaining()));
    }

    private boolean isAged() {
        int age = lines.find(HeaderNames.AGE, 0);
        Decimal seconds =
                age < 0 ? null : Decimal.read(new Cursor(lines.value(age).strip()));
        return seconds != null && !seconds.isZero();
    }

    private boolean believes(Family family) {
        return terms.families().contains(family);
    }

    private void tell(long millis, String name) {
        if (millis > delay) {
            delay = millis;
            source = name;
        }
    }
}
