package dev.headgate.config;

import dev.headgate.config.RuleBody.Also;
import dev.headgate.config.RuleBody.Written;
import dev.headgate.config.Values.Text;
import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Field;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Node.Items;
import dev.headgate.config.yaml.Node.Scalar;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.match.Match;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads one downstream, or the fields of one under {@code defaults}. */
final class RuleReader {
    static final Map<String, Mode> MODES = Map.of("enforce", Mode.ENFORCE, "observe", Mode.OBSERVE, "off", Mode.OFF);
    static final Map<String, OnFailure> ON_FAILURE =
            Map.of("local", OnFailure.LOCAL, "allow", OnFailure.ALLOW, "deny", OnFailure.DENY);
    private static final Map<String, Store> STORES = Map.of("local", Store.LOCAL, "redis", Store.REDIS);
    private static final Map<String, Reject> REJECTS =
            Map.of("exception", Reject.EXCEPTION, "response", Reject.RESPONSE);
    private static final int MOST_KEYS = 10_000_000;

    private final Values values;
    private final Report report;
    private final LimitReader limits;
    private final MatchReader matches;
    private final BackoffReader backoffs;

    RuleReader(Values values) {
        this.values = values;
        this.report = values.report();
        this.limits = new LimitReader(values);
        this.matches = new MatchReader(values);
        this.backoffs = new BackoffReader(values);
    }

    /** Returns the downstream as far as it can be read; null if it cannot be told which calls it means. */
    @Nullable
    DraftRule downstream(Field field, RuleBody defaults) {
        String name = field.key().text();
        String rule = "downstream " + Shown.quoted(name);
        Node node = field.value();
        if (!nameable(field.key())) {
            return null;
        }
        boolean fields = node instanceof Fields;
        Section section = fields ? Section.of((Fields) node, Vocabulary.RULE, rule, report) : null;
        RuleBody own = section == null ? shortForm(field, rule) : body(section, rule);
        Node match = section == null ? null : section.get("match");
        if (section != null && section.meant("match")) {
            return null;
        }
        Match calls = match == null ? patternOf(field) : matches.match(match, rule);
        if (calls == null) {
            return null;
        }
        RuleBody inherited = defaults.inheritedBy(name, !calls.jdbc().isEmpty());
        return new DraftRule(name, field.key().at(), calls, own.over(inherited));
    }

    private boolean nameable(Scalar name) {
        try {
            RuleName.check(name.text());
            return true;
        } catch (BadValue bad) {
            report.error(name.at(), bad.message(), bad.hint());
            return false;
        }
    }

    private @Nullable Match patternOf(Field field) {
        boolean cut = field.value() instanceof Scalar && ((Scalar) field.value()).isNothing();
        if (cut && MatchReader.isJdbc(field.key().text())) {
            report.error(
                    field.key().at(),
                    "this URL has no value; in braces an unquoted comma ends it",
                    "put the URL in quotes, or each downstream on a line of its own");
            return null;
        }
        return matches.pattern(field.key().text(), field.key().at());
    }

    private RuleBody shortForm(Field field, String rule) {
        Node node = field.value();
        RuleLimits alone = null;
        if (node instanceof Items) {
            report.error(
                    node.at(),
                    rule + " has a list as its value",
                    "write {limits: [100/s, 5000/h]}, or limits: below it");
        } else if (node instanceof Scalar && ((Scalar) node).isNothing()) {
            if (!MatchReader.isJdbc(field.key().text())) {
                report.error(field.key().at(), rule + " has no limit", "write one after the `:`, like 100/s");
            }
        } else {
            alone = limits.alone(node, rule);
        }
        return alone == null ? RuleBody.badLimits() : RuleBody.of(alone);
    }

    /** Reads what {@code defaults} may say too. */
    RuleBody body(Section section, String rule) {
        Node limitsNode = section.get("limits");
        RuleLimits read = limitsNode == null ? null : limits.limits(limitsNode, rule);
        Node key = section.get("key");
        Long maxKeys = count(section, "max-keys", 1, MOST_KEYS);
        Long queue = count(section, "queue", 0, Integer.MAX_VALUE);
        Node wait = section.get("wait");
        Node mode = section.get("mode");
        Node backoff = section.get("backoff");
        Node retries = section.get("retry-budget");
        laterValues(section);
        return new RuleBody(
                mode == null ? null : values.choice(mode, "`mode`", MODES),
                read,
                limitsNode != null && read == null || section.meant("limits"),
                key == null ? null : KeyParts.read(key, values),
                maxKeys == null ? null : maxKeys.intValue(),
                wait == null ? null : values.duration(wait, "`wait`"),
                queue == null ? null : queue.intValue(),
                section.at("queue"),
                also(section),
                section.has("charge") ? section.at("charge") : null,
                choice(section, "store", STORES),
                choice(section, "on-failure", ON_FAILURE),
                backoff == null ? null : backoffs.backoff(backoff, rule),
                retries == null ? null : backoffs.retryBudget(retries, rule),
                choice(section, "reject", REJECTS));
    }

    private @Nullable Long count(Section section, String key, long least, long most) {
        Node node = section.get(key);
        return node == null ? null : values.count(node, "`" + key + "`", least, most);
    }

    private <T> @Nullable Written<T> choice(Section section, String key, Map<String, T> choices) {
        Node node = section.get(key);
        T chosen = node == null ? null : values.choice(node, "`" + key + "`", choices);
        return chosen == null ? null : new Written<>(chosen, section.at(key));
    }

    private @Nullable List<Also> also(Section section) {
        Node node = section.get("also");
        List<Text> names = node == null ? null : values.names(node, "`also`");
        return names == null
                ? null
                : names.stream().map(name -> new Also(name.text(), name.at())).toList();
    }

    /** Values that later versions will know; the others are what this version does anyway. */
    private void laterValues(Section section) {
        only(section, "charge", "borrow", Map.of("statement", "charging each statement"));
        only(section, "priority", "normal", Map.of("low", "calls of low priority"));
    }

    private void only(Section section, String key, String known, Map<String, String> later) {
        Node node = section.get(key);
        if (node == null) {
            return;
        }
        values.value(node, "`" + key + "`", text -> {
            if (later.containsKey(text)) {
                throw new BadValue(
                        "is not yet in this version: " + Objects.requireNonNull(later.get(text)),
                        "this version knows " + known,
                        known);
            }
            if (!text.equals(known)) {
                throw new BadValue("is not known", "this version knows " + known, known);
            }
            return text;
        });
    }
}
