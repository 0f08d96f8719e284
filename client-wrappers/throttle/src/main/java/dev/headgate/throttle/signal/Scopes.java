package dev.headgate.throttle.signal;

import dev.headgate.throttle.signal.Signal.Scope;

/** Whom a response speaks of, by what some providers say of it. */
final class Scopes {
    private Scopes() {}

    static Scope of(HeaderLines lines, String source) {
        if (lines.says(HeaderNames.DISCORD_GLOBAL, "true") || lines.says(HeaderNames.DISCORD_SCOPE, "global")) {
            return Scope.HOST;
        }
        boolean one = source.equals(HeaderNames.ZENDESK)
                || lines.says(HeaderNames.DISCORD_SCOPE, "shared")
                || lines.says(HeaderNames.STRIPE_REASON, "endpoint-rate")
                || lines.says(HeaderNames.STRIPE_REASON, "endpoint-concurrency")
                || lines.says(HeaderNames.STRIPE_REASON, "resource-specific")
                || lines.says(HeaderNames.REASON, "jira-burst-based")
                || lines.says(HeaderNames.REASON, "jira-per-issue-on-write");
        return one ? Scope.RESOURCE : Scope.POLICY;
    }
}
