package dev.headgate.config.cli;

import dev.headgate.throttle.Backoff;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.RetryTerms;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.signal.SignalTerms;
import dev.headgate.throttle.signal.SignalTerms.Family;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a rule does when its downstream says stop, in the words of the file, as far as it is not what is done by default. */
final class StopTerms {
    /** What a rule without limits comes to. */
    static final String HELD = "only held when the downstream asks for it or fails";

    private StopTerms() {}

    /** Returns {@code , backoff {floor: 2s}, retry-budget off}, for example; empty if all is as by default. */
    static String of(Rule rule) {
        List<String> parts = new ArrayList<>();
        // What holds no call at all is told as such.
        if (rule.holds()) {
            backoff(rule.backoff(), parts);
            retries(rule.retries(), parts);
        }
        if (rule.reject() == Reject.RESPONSE) {
            parts.add("reject response");
        }
        return parts.stream().map(part -> ", " + part).collect(Collectors.joining());
    }

    private static void backoff(Backoff backoff, List<String> parts) {
        Backoff usual = Backoff.DEFAULT;
        if (backoff.isOff()) {
            parts.add("backoff off");
            return;
        }
        List<String> fields = new ArrayList<>();
        signals(backoff.signals(), fields);
        duration("max-pause", backoff.maxPauseNanos(), usual.maxPauseNanos(), fields);
        duration("floor", backoff.floorNanos(), usual.floorNanos(), fields);
        if (backoff.factorPercent() != usual.factorPercent()) {
            fields.add("factor: " + decimal(backoff.factorPercent(), 2));
        }
        duration("floor-max", backoff.floorMaxNanos(), usual.floorMaxNanos(), fields);
        if (backoff.jitter() != usual.jitter()) {
            fields.add("jitter: " + backoff.jitter().name().toLowerCase(Locale.ROOT));
        }
        if (backoff.adaptive() != usual.adaptive()) {
            fields.add("adaptive: " + backoff.adaptive());
        }
        add("backoff", fields, parts);
    }

    private static void signals(SignalTerms terms, List<String> fields) {
        if (!terms.families().equals(SignalTerms.DEFAULT.families())) {
            fields.add(terms.families().stream()
                    .map(family -> family == Family.RETRY_AFTER ? "retry-after" : "rate-limit")
                    .collect(Collectors.joining(", ", "signals: [", "]")));
        }
        if (terms.resetUnit() != null) {
            fields.add("reset-unit: "
                    + switch (terms.resetUnit()) {
                        case SECONDS -> "seconds";
                        case MILLIS -> "millis";
                        case EPOCH_SECONDS -> "epoch";
                        case EPOCH_MILLIS -> "epoch-millis";
                    });
        }
    }

    private static void retries(@Nullable RetryTerms retries, List<String> parts) {
        RetryTerms usual = RetryTerms.DEFAULT;
        if (retries == null) {
            parts.add("retry-budget off");
            return;
        }
        List<String> fields = new ArrayList<>();
        if (retries.ratioPermille() != usual.ratioPermille()) {
            fields.add("ratio: " + decimal(retries.ratioPermille(), 3));
        }
        if (retries.minPerSecond() != usual.minPerSecond()) {
            fields.add("min-per-second: " + retries.minPerSecond());
        }
        add("retry-budget", fields, parts);
    }

    private static void add(String key, List<String> fields, List<String> parts) {
        if (!fields.isEmpty()) {
            parts.add(key + " {" + String.join(", ", fields) + "}");
        }
    }

    private static void duration(String key, long nanos, long usual, List<String> fields) {
        if (nanos != usual) {
            fields.add(key + ": " + Numbers.duration(nanos));
        }
    }

    private static String decimal(int scaled, int places) {
        return BigDecimal.valueOf(scaled, places).stripTrailingZeros().toPlainString();
    }
}
