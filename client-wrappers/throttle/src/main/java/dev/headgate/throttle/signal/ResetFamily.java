package dev.headgate.throttle.signal;

import java.util.List;

/** Headers that belong together: how much is left, and when there is more. */
enum ResetFamily {
    IETF("ratelimit-remaining", "ratelimit-reset", "ratelimit-resettime"),
    X_RATELIMIT("x-ratelimit-remaining", "x-ratelimit-reset"),
    X_RATE_LIMIT("x-rate-limit-remaining", "x-rate-limit-reset"),
    USER_DAY("x-user-limit-24hour-remaining", "x-user-limit-24hour-reset"),
    BREVO("x-sib-ratelimit-remaining", "x-sib-ratelimit-reset"),
    OPENAI_REQUESTS("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
    OPENAI_TOKENS("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
    ANTHROPIC_REQUESTS("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
    ANTHROPIC_TOKENS("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
    ANTHROPIC_INPUT("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
    ANTHROPIC_OUTPUT("anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"),
    ANTHROPIC_UNIFIED("anthropic-ratelimit-unified-remaining", "anthropic-ratelimit-unified-reset");

    /** All of them; {@link #values} makes an array each time. */
    static final List<ResetFamily> ALL = List.of(values());

    private final String remaining;
    private final List<String> resets;

    ResetFamily(String remaining, String... resets) {
        this.remaining = remaining;
        this.resets = List.of(resets);
    }

    String remaining() {
        return remaining;
    }

    List<String> resets() {
        return resets;
    }
}
