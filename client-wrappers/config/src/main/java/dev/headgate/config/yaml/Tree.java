package dev.headgate.config.yaml;

import dev.headgate.config.yaml.Node.Field;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Node.Items;
import dev.headgate.config.yaml.Node.Scalar;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Builds the tree from a parser's events, without recursion. Aliases are never followed, so a small file cannot become a large
 * tree. Not thread-safe.
 */
final class Tree {
    private static final int DEEPEST = 20;

    private final Report report;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Set<String> anchors = new HashSet<>();
    private @Nullable Node root;
    private int documents;
    private boolean done;

    Tree(Report report) {
        this.report = report;
    }

    /** Returns the tree, or null if the file holds nothing. */
    @Nullable
    Node root() {
        return root;
    }

    /** Returns true if nothing more needs to be read. */
    boolean done() {
        return done;
    }

    boolean inFlow() {
        Open innermost = open.peek();
        return innermost != null && innermost.flow;
    }

    void take(Event event) {
        if (event instanceof DocumentStartEvent) {
            secondDocument(span(event));
        } else if (event instanceof CollectionStartEvent) {
            begin((CollectionStartEvent) event);
        } else if (event instanceof CollectionEndEvent) {
            Open ended = open.pop();
            place(ended.node(span(event)));
        } else if (event instanceof ScalarEvent) {
            ScalarEvent scalar = (ScalarEvent) event;
            refuseProperties(scalar, scalar.getTag().orElse(null));
            place(new Scalar(scalar.getValue(), scalar.isPlain(), span(event)));
        } else if (event instanceof AliasEvent) {
            place(alias((AliasEvent) event));
        }
    }

    private void secondDocument(Span at) {
        if (++documents > 1) {
            report.error(at, "a second document begins here; only one is read", "delete the line `---`");
            done = true;
        }
    }

    private void begin(CollectionStartEvent event) {
        Span at = span(event);
        refuseProperties(event, event.getTag().orElse(null));
        if (open.size() >= DEEPEST) {
            report.error(
                    at,
                    "maps and lists stand more than " + DEEPEST + " deep in each other",
                    "nothing here needs more than 6");
            done = true;
            return;
        }
        open.push(new Open(event instanceof MappingStartEvent, event.isFlow(), at));
    }

    private void place(Node node) {
        Open parent = open.peek();
        if (parent == null) {
            root = node;
        } else if (!parent.map) {
            parent.items.add(node);
        } else if (parent.atKey) {
            parent.key = key(node);
            parent.atKey = false;
        } else {
            parent.atKey = true;
            if (parent.key != null) {
                add(parent, new Field(parent.key, node));
            }
        }
    }

    private void add(Open map, Field field) {
        Scalar key = field.key();
        if (key.plain() && key.text().equals("<<")) {
            report.error(
                    key.at(), "`<<` (merge) is not known here", "what rules have in common goes under `defaults:`");
            return;
        }
        Span first = map.keys.putIfAbsent(key.text(), key.at());
        if (first == null) {
            map.fields.add(field);
            return;
        }
        report.error(
                key.at(),
                Shown.quoted(key.text()) + " is written twice here; first in line " + first.line(),
                "delete one of the two; the last does not win silently");
    }

    /** Returns the key, or null if it was none; then its value is dropped. */
    private @Nullable Scalar key(Node node) {
        if (node instanceof Scalar) {
            return (Scalar) node;
        }
        String written = report.source().slice(node.at());
        report.error(
                node.at(),
                "brackets and braces at the beginning of a key mean " + node.kind() + " in YAML",
                "put the key in quotes",
                Traps.inQuotes(written));
        return null;
    }

    private Node alias(AliasEvent event) {
        String name = event.getAlias().getValue();
        Span at = span(event);
        if (anchors.contains(name)) {
            report.error(
                    at,
                    "aliases (`*" + Shown.clipped(name) + "`) are not known here",
                    "write the value again; what rules have in common goes under `defaults:`");
        } else {
            report.error(at, Traps.STAR, Traps.STAR_HINT, Traps.inQuotes("*" + name));
        }
        report.broken(at);
        return new Scalar("*" + name, false, at);
    }

    private void refuseProperties(NodeEvent event, @Nullable String tag) {
        event.getAnchor().ifPresent(anchor -> {
            anchors.add(anchor.getValue());
            report.error(
                    span(event),
                    "anchors (`&" + Shown.clipped(anchor.getValue()) + "`) are not known here",
                    "write the value where it is needed; what rules have in common goes under `defaults:`");
        });
        if (tag != null) {
            report.error(span(event), "tags (`!...`) are not known here", "write the value without it");
        }
    }

    private static Span span(Event event) {
        int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        int column = event.getStartMark().map(mark -> mark.getColumn() + 1).orElse(1);
        return new Span(
                line,
                column,
                event.getEndMark().map(mark -> mark.getLine() + 1).orElse(line),
                event.getEndMark().map(mark -> mark.getColumn() + 1).orElse(column));
    }

    /** A map or a list whose end has not come yet. */
    private static final class Open {
        final boolean map;
        final boolean flow;
        final Span start;
        final List<Node> items = new ArrayList<>();
        final List<Field> fields = new ArrayList<>();
        final Map<String, Span> keys = new HashMap<>();
        boolean atKey = true;

        @Nullable
        Scalar key;

        Open(boolean map, boolean flow, Span start) {
            this.map = map;
            this.flow = flow;
            this.start = start;
        }

        Node node(Span end) {
            Span at = start.to(end);
            return map ? new Fields(List.copyOf(fields), flow, at) : new Items(List.copyOf(items), at);
        }
    }
}
