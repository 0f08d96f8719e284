package dev.headgate.config;

import dev.headgate.config.RuleBody.Written;
import dev.headgate.config.Values.Text;
import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Node.Scalar;
import dev.headgate.throttle.Backoff.Jitter;
import dev.headgate.throttle.signal.SignalTerms.Family;
import dev.headgate.throttle.signal.SignalTerms.ResetUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code backoff} and {@code retry-budget}: each is {@code off} or a map. */
final class BackoffReader {
    static final Map<String, Family> SIGNALS =
            Map.of("retry-after", Family.RETRY_AFTER, "rate-limit", Family.RATE_LIMIT);
    static final Map<String, ResetUnit> RESET_UNITS = Map.of(
            "seconds", ResetUnit.SECONDS,
            "millis", ResetUnit.MILLIS,
            "epoch", ResetUnit.EPOCH_SECONDS,
            "epoch-millis", ResetUnit.EPOCH_MILLIS);
    private static final Map<String, Jitter> JITTERS = Map.of("full", Jitter.FULL, "none", Jitter.NONE);
    private static final Set<String> OTHER_OFFS = Set.of("off", "false", "no", "none", "never", "disabled", "null");
    private static final Set<String> ONS = Set.of("true", "yes", "on", "enabled", "default");
    private static final String OFF = "off";

    /** In nanoseconds. */
    static final long SHORTEST_PAUSE = 1_000_000L;

    static final long LONGEST_PAUSE = 365 * 86_400_000_000_000L;

    static final int LARGEST_FACTOR = 100;
    static final int MOST_RETRIES = 1_000_000;

    private final Values values;

    BackoffReader(Values values) {
        this.values = values;
    }

    /**
     * Reads {@code backoff}.
     *
     * @param rule whose it is, for messages: {@code downstream `charges`}
     * @return null if reported
     */
    @Nullable
    BackoffBody backoff(Node node, String rule) {
        if (node instanceof Scalar) {
            return off(node, "`backoff`") ? BackoffBody.OFF : null;
        }
        Section section = section(node, Vocabulary.BACKOFF, "`backoff`", rule);
        return section == null
                ? null
                : new BackoffBody(
                        false,
                        signals(section),
                        choice(section, "reset-unit", RESET_UNITS),
                        pause(section, "max-pause", SHORTEST_PAUSE),
                        pause(section, "floor", 0),
                        decimal(section, "factor", 2, 1, LARGEST_FACTOR),
                        pause(section, "floor-max", SHORTEST_PAUSE),
                        value(choice(section, "jitter", JITTERS)),
                        value(choice(section, "adaptive", Map.of("true", true, "false", false))));
    }

    /** Reads {@code retry-budget}, as {@link #backoff}. */
    @Nullable
    RetryBody retryBudget(Node node, String rule) {
        if (node instanceof Scalar) {
            return off(node, "`retry-budget`") ? RetryBody.OFF : null;
        }
        Section section = section(node, Vocabulary.RETRY_BUDGET, "`retry-budget`", rule);
        if (section == null) {
            return null;
        }
        Node least = section.get("min-per-second");
        return new RetryBody(
                false,
                decimal(section, "ratio", 3, 0, 1),
                least == null ? null : values.count(least, "`min-per-second`", 0, MOST_RETRIES));
    }

    /** Returns false if what stands there is not {@code off}, and has been reported. */
    private boolean off(Node node, String what) {
        return values.value(node, what, text -> {
                    if (!text.equals(OFF)) {
                        String lower = text.toLowerCase(Locale.ROOT);
                        throw new BadValue(
                                "is not known",
                                "it is `off`, or a map; {} is what holds where the file says nothing",
                                OTHER_OFFS.contains(lower) ? OFF : ONS.contains(lower) ? "{}" : null);
                    }
                    return text;
                })
                != null;
    }

    private @Nullable Section section(Node node, Vocabulary words, String what, String rule) {
        if (node instanceof Fields) {
            return Section.of((Fields) node, words, what + " of " + rule, values.report());
        }
        values.report()
                .error(
                        node.at(),
                        what + " is a map or `off`, but here is " + node.kind(),
                        "keys: " + String.join(", ", words.keys()));
        return null;
    }

    private @Nullable Written<Set<Family>> signals(Section section) {
        Node node = section.get("signals");
        List<Text> texts = node == null ? null : values.list(node, "`signals`", true);
        if (node == null || texts == null) {
            return null;
        }
        Set<Family> families = EnumSet.noneOf(Family.class);
        for (Text text : texts) {
            Family family = values.choice(text, "an entry of `signals`", SIGNALS);
            if (family != null && !families.add(family)) {
                values.report().error(text.at(), "`signals` names the same twice", "delete one of the two");
            }
        }
        return new Written<>(families, section.at("signals"));
    }

    private <T> @Nullable Written<T> choice(Section section, String key, Map<String, T> choices) {
        Node node = section.get(key);
        T chosen = node == null ? null : values.choice(node, "`" + key + "`", choices);
        return chosen == null ? null : new Written<>(chosen, section.at(key));
    }

    private static <T> @Nullable T value(@Nullable Written<T> written) {
        return written == null ? null : written.value();
    }

    private @Nullable Written<Long> pause(Section section, String key, long shortest) {
        Node node = section.get(key);
        Long nanos = node == null
                ? null
                : values.value(node, "`" + key + "`", text -> {
                    long read = Units.duration(text);
                    if (read < shortest || read > LONGEST_PAUSE) {
                        throw new BadValue(
                                "is not between " + Units.text(shortest) + " and " + Units.text(LONGEST_PAUSE),
                                null,
                                null);
                    }
                    return read;
                });
        return nanos == null ? null : new Written<>(nanos, section.at(key));
    }

    private @Nullable Integer decimal(Section section, String key, int places, int least, int most) {
        Node node = section.get(key);
        return node == null
                ? null
                : values.value(node, "`" + key + "`", text -> Decimal.parse(text, places, least, most));
    }
}
