package dev.headgate.config;

import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Field;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Node.Items;
import dev.headgate.config.yaml.Node.Scalar;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.config.yaml.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads single values and lists of them, and reports those that are something else. Null always means: has been reported. */
final class Values {
    private final Report report;
    private final Placeholders placeholders;

    /** A value after its placeholders were put in. */
    record Text(String text, boolean expanded, Span at) {}

    /** What turns a text into a value. */
    interface Parser<T> {
        T parse(String text) throws BadValue;
    }

    Values(Report report, Placeholders placeholders) {
        this.report = report;
        this.placeholders = placeholders;
    }

    Report report() {
        return report;
    }

    Placeholders placeholders() {
        return placeholders;
    }

    /**
     * Reads a single value.
     *
     * @param what is read, for messages: {@code `wait`}
     */
    @Nullable
    Text text(Node node, String what) {
        return text(node, what, true);
    }

    private @Nullable Text text(Node node, String what, boolean expanding) {
        if (!(node instanceof Scalar)) {
            report.error(node.at(), what + " is a single value, but here is " + node.kind(), null);
            return null;
        }
        Scalar scalar = (Scalar) node;
        if (scalar.isNothing()) {
            report.error(scalar.at(), what + " has no value", "write one, or take the key out");
            return null;
        }
        if (!expanding || !Placeholders.in(scalar.text())) {
            return new Text(scalar.text(), false, scalar.at());
        }
        try {
            return new Text(placeholders.expand(scalar.text()), true, scalar.at());
        } catch (BadValue bad) {
            report.error(scalar.at(), what + " " + bad.message(), bad.hint());
            return null;
        }
    }

    <T> @Nullable T value(Node node, String what, Parser<T> parser) {
        Text text = text(node, what);
        return text == null ? null : value(text, what, parser);
    }

    /** Parses a value; what a placeholder stands for is never shown. */
    <T> @Nullable T value(Text text, String what, Parser<T> parser) {
        try {
            return parser.parse(text.text());
        } catch (BadValue bad) {
            if (text.expanded()) {
                report.error(text.at(), what + ": what the placeholder stands for " + bad.message(), bad.hint());
            } else {
                report.error(
                        text.at(),
                        what + ": " + Shown.quoted(text.text()) + " " + bad.message(),
                        bad.hint(),
                        bad.instead());
            }
            return null;
        }
    }

    @Nullable
    Long duration(Node node, String what) {
        return value(node, what, Units::duration);
    }

    @Nullable
    Long count(Node node, String what, long least, long most) {
        return value(node, what, text -> {
            if (!text.matches("-?[0-9]{1,30}")) {
                String digits = text.length() > 20 ? "" : text.replaceAll("[_,' ]", "");
                throw new BadValue(
                        "is not a whole number", "write digits only", digits.matches("[0-9]{1,18}") ? digits : null);
            }
            Long number = Units.number(text);
            if (number == null || number < least || number > most) {
                throw new BadValue("is not between " + least + " and " + most, null, null);
            }
            return number;
        });
    }

    @Nullable
    Boolean flag(Node node, String what) {
        return choice(node, what, Map.of("true", true, "false", false));
    }

    <T> @Nullable T choice(Node node, String what, Map<String, T> choices) {
        Text text = text(node, what);
        return text == null ? null : choice(text, what, choices);
    }

    <T> @Nullable T choice(Text entry, String what, Map<String, T> choices) {
        return value(entry, what, text -> {
            T chosen = choices.get(text);
            if (chosen == null) {
                List<String> known = choices.keySet().stream().sorted().toList();
                throw new BadValue(
                        "is not known", "it is one of: " + String.join(", ", known), Nearest.to(text, known));
            }
            return chosen;
        });
    }

    /**
     * Reads a list of single values.
     *
     * @param mayBeEmpty false if an empty list says nothing
     */
    @Nullable
    List<Text> list(Node node, String what, boolean mayBeEmpty) {
        return list(node, what, mayBeEmpty, true);
    }

    /** Reads a list of names, in which placeholders stand for nothing; it may be empty. */
    @Nullable
    List<Text> names(Node node, String what) {
        return list(node, what, true, false);
    }

    private @Nullable List<Text> list(Node node, String what, boolean mayBeEmpty, boolean expanding) {
        if (!(node instanceof Items)) {
            refuseNoList(node, what);
            return null;
        }
        List<Node> items = ((Items) node).items();
        if (items.isEmpty() && !mayBeEmpty) {
            report.error(node.at(), what + " is an empty list", "name at least one, or take the key out");
            return null;
        }
        List<Text> texts = new ArrayList<>();
        boolean bad = false;
        for (Node item : items) {
            Text text = item instanceof Fields
                    ? bracesOrColon((Fields) item, what)
                    : text(item, "an entry of " + what, expanding);
            if (text == null) {
                bad = true;
            } else {
                texts.add(text);
            }
        }
        return bad ? null : texts;
    }

    private void refuseNoList(Node node, String what) {
        String message = what + " is a list, but here is " + node.kind();
        if (node instanceof Scalar && !((Scalar) node).isNothing()) {
            report.error(node.at(), message, "put brackets round it", "[" + asWritten((Scalar) node) + "]");
        } else if (node instanceof Fields && templateName((Fields) node) != null) {
            report.error(
                    node.at(),
                    "an unquoted `{` begins a map in YAML",
                    "put it in quotes and in brackets",
                    "[\"{" + templateName((Fields) node) + "}\"]");
        } else {
            report.error(node.at(), message, "write it in brackets, or one entry a line, each after `- `");
        }
    }

    /** {@code [{id}]} and {@code [header: X]} are maps to YAML. */
    private @Nullable Text bracesOrColon(Fields fields, String what) {
        String name = templateName(fields);
        Field only = fields.fields().size() == 1 ? fields.fields().get(0) : null;
        if (name != null) {
            report.error(fields.at(), "an unquoted `{` begins a map in YAML", "put it in quotes", "\"{" + name + "}\"");
        } else if (only != null && only.value() instanceof Scalar && !fields.flow()) {
            colon(only, fields.at(), what);
        } else if (only != null && only.value() instanceof Scalar) {
            colon(only, only.key().at().to(only.value().at()), what);
        } else {
            report.error(fields.at(), "an entry of " + what + " is a single value, but here is a map", null);
        }
        return null;
    }

    private void colon(Field only, Span at, String what) {
        report.error(
                only.key().at().to(only.value().at()),
                "a `:` followed by a space makes this entry of " + what + " a map",
                "take the space out and put it in quotes",
                "\"" + only.key().text() + ":" + ((Scalar) only.value()).text() + "\"");
    }

    private static @Nullable String templateName(Fields fields) {
        boolean one = fields.flow() && fields.fields().size() == 1;
        Field only = one ? fields.fields().get(0) : null;
        if (only == null || !(only.value() instanceof Scalar)) {
            return null;
        }
        return ((Scalar) only.value()).isNothing() ? only.key().text() : null;
    }

    private static String asWritten(Scalar scalar) {
        boolean simple = scalar.plain() && scalar.text().matches("[\\w./:-]+");
        return simple ? scalar.text() : "\"" + scalar.text().replace("\"", "\\\"") + "\"";
    }
}
