package dev.headgate.config;

import dev.headgate.config.Values.Text;
import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Field;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Node.Items;
import dev.headgate.config.yaml.Node.Scalar;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Limit.Cost;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the limits of a rule. */
final class LimitReader {
    private static final String UNLIMITED = "unlimited";

    private final Values values;
    private final Report report;
    private final CostReader costs;

    LimitReader(Values values) {
        this.values = values;
        this.report = values.report();
        this.costs = new CostReader(values);
    }

    /** Returns the limits; null if reported. */
    @Nullable
    RuleLimits limits(Node node, String rule) {
        if (node instanceof Scalar) {
            Text text = values.text(node, "`limits`");
            if (text == null || text.text().equals(UNLIMITED)) {
                return text == null ? null : RuleLimits.UNLIMITED;
            }
            report.error(
                    node.at(),
                    "`limits` is a list or `unlimited`, but here is a single value",
                    "put brackets round it",
                    text.expanded() ? null : "[" + text.text() + "]");
            return null;
        }
        if (node instanceof Fields) {
            report.error(
                    node.at(),
                    "`limits` is a list, but here is a map",
                    "put brackets round it, or begin the line with `- `",
                    oneLine(node));
            return null;
        }
        List<Node> items = ((Items) node).items();
        List<WrittenLimit> limits = new ArrayList<>();
        boolean bad = false;
        for (Node item : items) {
            WrittenLimit limit = item instanceof Fields ? kind((Fields) item, rule) : shortForm(item, rule, true);
            bad |= limit == null;
            if (limit != null) {
                limits.add(limit);
            }
        }
        return bad ? null : RuleLimits.of(limits);
    }

    /** Reads {@code 100/s}; where it is the whole value of a downstream, {@code unlimited} too. */
    @Nullable
    RuleLimits alone(Node node, String rule) {
        if (node instanceof Scalar && ((Scalar) node).text().equals(UNLIMITED)) {
            return RuleLimits.UNLIMITED;
        }
        WrittenLimit limit = shortForm(node, rule, false);
        return limit == null ? null : RuleLimits.of(List.of(limit));
    }

    private @Nullable WrittenLimit shortForm(Node node, String rule, boolean inList) {
        Text text = values.text(node, "a limit of " + rule);
        if (text == null) {
            return null;
        }
        if (inList && text.text().equals(UNLIMITED)) {
            report.error(text.at(), "`unlimited` is no entry of a list", "write limits: unlimited");
            return null;
        }
        Rate rate = values.value(text, "the limit of " + rule, Rate::parse);
        if (rate == null) {
            return null;
        }
        try {
            Bandwidth log = Bandwidth.builder()
                    .slidingWindowLog(rate.tokens(), rate.period())
                    .build();
            return new WrittenLimit(new Limit(log, text.text(), List.of(), null), text.at(), null);
        } catch (IllegalArgumentException tooMuch) {
            report.error(text.at(), "the limit of " + rule + ": " + tooMuch.getMessage(), null);
            return null;
        }
    }

    private @Nullable WrittenLimit kind(Fields fields, String rule) {
        if (fields.fields().isEmpty()) {
            report.error(fields.at(), "a limit of " + rule + " is empty", "write one like 100/s");
            return null;
        }
        for (Field field : fields.fields()) {
            Vocabulary words = Vocabulary.KINDS.get(field.key().text());
            if (words != null) {
                return limit(Section.of(fields, words, "a limit of " + rule, report), words, fields, rule);
            }
        }
        Scalar first = fields.fields().get(0).key();
        if (first.text().equals("concurrency")) {
            report.error(
                    first.at(),
                    "not yet in this version: `concurrency` (so many calls at once)",
                    "take it out; it is refused so that nobody relies on it");
            return null;
        }
        String kinds = "kinds: " + String.join(", ", Vocabulary.KINDS.keySet());
        String nearest = Nearest.to(first.text(), Vocabulary.KINDS.keySet());
        report.error(
                first.at(),
                Shown.quoted(first.text()) + " is not a kind of limit",
                nearest == null ? kinds : "did you mean `" + nearest + "`? " + kinds,
                nearest);
        return null;
    }

    private @Nullable WrittenLimit limit(Section section, Vocabulary words, Fields fields, String rule) {
        String kind = words.keys().get(0);
        Node rateNode = section.get(kind);
        Rate rate = rateNode == null ? null : values.value(rateNode, "`" + kind + "`", Rate::parse);
        List<CostReader.Written> written = costs.read(section, rule);
        Node keyNode = section.get("key");
        KeyParts key = keyNode == null ? null : KeyParts.read(keyNode, values);
        if (rate == null || written == null || keyNode != null && key == null) {
            return null;
        }
        Bandwidth bandwidth = new BandwidthReader(values, section, rule).read(words, rate, CostReader.largest(written));
        if (bandwidth == null || !costs.fit(written, bandwidth, rule)) {
            return null;
        }
        List<Cost> limitCosts = written.stream().map(CostReader.Written::cost).toList();
        Limit limit = new Limit(bandwidth, textOf(fields), limitCosts, key == null ? null : key.parts());
        return new WrittenLimit(limit, fields.at(), key);
    }

    /** The kind, the rate and what belongs to them, as they were written. */
    private static String textOf(Fields fields) {
        StringBuilder text = new StringBuilder("{");
        for (Field field : fields.fields()) {
            if (field.value() instanceof Scalar) {
                text.append(text.length() > 1 ? ", " : "")
                        .append(field.key().text())
                        .append(": ")
                        .append(((Scalar) field.value()).text());
            }
        }
        return text.append('}').toString();
    }

    private static @Nullable String oneLine(Node node) {
        Fields fields = (Fields) node;
        boolean simple = fields.fields().size() == 1 && fields.fields().get(0).value() instanceof Scalar;
        return simple && fields.flow() ? "[" + textOf(fields) + "]" : null;
    }
}
