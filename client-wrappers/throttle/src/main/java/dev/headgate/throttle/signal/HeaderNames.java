package dev.headgate.throttle.signal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names of headers that say when to come back, or whom that concerns, or how to read it. In lower case. */
final class HeaderNames {
    static final String DATE = "date";
    static final String AGE = "age";

    static final String GRPC_PUSHBACK = "grpc-retry-pushback-ms";
    static final String GRPC_STATUS = "grpc-status";
    static final String MS_RETRY_AFTER = "x-ms-retry-after-ms";
    static final String RETRY_AFTER_MS = "retry-after-ms";
    static final String AMZ_RETRY_AFTER = "x-amz-retry-after";
    static final String RETRY_AFTER = "retry-after";
    static final String RATELIMIT_RETRY_AFTER = "x-ratelimit-retry-after";

    static final String RATELIMIT = "ratelimit";
    static final String RESET_AFTER = "x-ratelimit-reset-after";
    static final String SHOPIFY = "x-shopify-shop-api-call-limit";
    static final String GITHUB = "x-github-request-id";
    static final String AMZN_ERROR = "x-amzn-errortype";

    static final String DISCORD_SCOPE = "x-ratelimit-scope";
    static final String DISCORD_GLOBAL = "x-ratelimit-global";
    static final String STRIPE_REASON = "stripe-rate-limited-reason";
    static final String REASON = "ratelimit-reason";

    /** Stands for all names that begin as it does: the last part is an endpoint's. */
    static final String ZENDESK = "zendesk-ratelimit-*";

    private static final int ZENDESK_PREFIX = ZENDESK.length() - 1;

    private static final String[][] BY_LENGTH = byLength();

    private HeaderNames() {}

    /** Returns the name in lower case, always the same instance; null if it is none of these. Allocates nothing. */
    static @Nullable String find(String name) {
        int length = name.length();
        if (length < BY_LENGTH.length) {
            for (String known : BY_LENGTH[length]) {
                if ((name.charAt(0) | 0x20) == known.charAt(0) && known.equalsIgnoreCase(name)) {
                    return known;
                }
            }
        }
        return length > ZENDESK_PREFIX && name.regionMatches(true, 0, ZENDESK, 0, ZENDESK_PREFIX) ? ZENDESK : null;
    }

    private static String[][] byLength() {
        List<String> all = new ArrayList<>(List.of(
                DATE,
                AGE,
                GRPC_PUSHBACK,
                GRPC_STATUS,
                MS_RETRY_AFTER,
                RETRY_AFTER_MS,
                AMZ_RETRY_AFTER,
                RETRY_AFTER,
                RATELIMIT_RETRY_AFTER,
                RATELIMIT,
                RESET_AFTER,
                SHOPIFY,
                GITHUB,
                AMZN_ERROR,
                DISCORD_SCOPE,
                DISCORD_GLOBAL,
                STRIPE_REASON,
                REASON));
        for (ResetFamily family : ResetFamily.ALL) {
            all.add(family.remaining());
            all.addAll(family.resets());
        }
        int longest = all.stream().mapToInt(String::length).max().orElse(0);
        String[][] table = new String[longest + 1][0];
        for (String name : all) {
            String[] same = table[name.length()];
            table[name.length()] = Arrays.copyOf(same, same.length + 1);
            table[name.length()][same.length] = name;
        }
        return table;
    }
}
