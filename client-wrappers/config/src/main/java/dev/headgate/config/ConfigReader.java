package dev.headgate.config;

import dev.headgate.config.yaml.Characters;
import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Field;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Node.Scalar;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.SourceText;
import dev.headgate.config.yaml.Span;
import dev.headgate.config.yaml.YamlReader;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a whole file: all that is wrong is told at once, and nothing of a file with an error is used. */
final class ConfigReader {
    static final int MOST_WAITING = 100;
    private static final Pattern GLUED = Pattern.compile("(\\S{1,200}):([^\\s/:]\\S{0,40})");
    private static final int MOST_DOWNSTREAMS = 5_000;
    private static final String PATTERNS = "one downstream can match many hosts: \"*.example.com\" with key: [host]";
    private static final String SHORTEST = "the shortest file is two lines: `downstreams:` and `  api.test: 100/s`";

    private final Report report;
    private final Values values;
    private Mode mode = Mode.ENFORCE;
    private int mostWaiting = MOST_WAITING;
    private OptionalLong revision = OptionalLong.empty();
    private @Nullable RedisBlock redis;

    private ConfigReader(Report report, Function<String, @Nullable String> environment) {
        this.report = report;
        this.values = new Values(report, new Placeholders(environment));
    }

    static Configuration read(Path file, Function<String, @Nullable String> environment) {
        return parse(FileText.read(file), file.toString(), environment);
    }

    static Configuration parse(String text, String name, Function<String, @Nullable String> environment) {
        SourceText source = SourceText.of(name, text);
        Report report = new Report(source);
        Span unprintable = Characters.unprintable(source);
        if (unprintable != null) {
            report.error(unprintable, "a character that no text holds; is this a text file?", "save it as UTF-8 text");
            throw new ConfigException(report.problems());
        }
        Node root = YamlReader.read(source, report);
        if (root == null || root instanceof Scalar && ((Scalar) root).isNothing()) {
            if (!report.hasErrors()) {
                report.error(Span.START, "the file is empty", SHORTEST);
            }
            throw new ConfigException(report.problems());
        }
        return new ConfigReader(report, environment).file(root);
    }

    private Configuration file(Node root) {
        List<DraftRule> drafts = new ArrayList<>();
        if (root instanceof Fields) {
            Section file = Section.of((Fields) root, Vocabulary.FILE, "the file", report);
            settings(file);
            drafts = downstreams(file, defaults(file));
        } else if (!(root instanceof Scalar) || !missingSpace((Scalar) root)) {
            report.error(root.at(), "the file is a map of settings, but here is " + root.kind(), SHORTEST);
        }
        new StoreChecks(report, redis).run(drafts);
        new WaitChecks(report, mostWaiting).run(drafts);
        new BackoffChecks(report).run(drafts);
        if (report.hasErrors()) {
            throw new ConfigException(report.problems());
        }
        return finished(drafts);
    }

    private Configuration finished(List<DraftRule> drafts) {
        List<Rule> rules = new ArrayList<>();
        Map<Object, Integer> lines = new IdentityHashMap<>();
        for (DraftRule draft : drafts) {
            Rule rule = draft.finished(report.source().where(draft.at()), mode, redis);
            rules.add(rule);
            lines.put(rule, draft.at().line());
            draft.limits().forEach(limit -> lines.put(limit.limit(), limit.at().line()));
        }
        return new Configuration(
                report.source().name(),
                revision,
                mostWaiting,
                redis == null ? null : redis.settings(),
                rules,
                report.problems(),
                lines);
    }

    private void settings(Section file) {
        Node version = file.get("version");
        if (version != null) {
            values.value(version, "`version`", text -> {
                if (!text.equals("1")) {
                    throw new BadValue("is not a version that is known", "this program reads version 1", "1");
                }
                return text;
            });
        }
        Node number = file.get("revision");
        Long read = number == null ? null : values.count(number, "`revision`", 0, Long.MAX_VALUE);
        revision = read == null ? OptionalLong.empty() : OptionalLong.of(read);
        Node modeNode = file.get("mode");
        Mode fileMode = modeNode == null ? null : values.choice(modeNode, "`mode`", RuleReader.MODES);
        mode = fileMode == null ? mode : fileMode;
        waiting(file);
        redis = RedisReader.read(file, values);
    }

    private void waiting(Section file) {
        Node node = file.get("waiting");
        if (node == null) {
            return;
        }
        if (!(node instanceof Fields)) {
            report.error(node.at(), "`waiting` is a map, but here is " + node.kind(), "write waiting: {max: 100}");
            return;
        }
        Section waiting = Section.of((Fields) node, Vocabulary.WAITING, "`waiting`", report);
        Node max = waiting.get("max");
        Long most = max == null ? null : values.count(max, "`max`", 0, Integer.MAX_VALUE);
        mostWaiting = most == null ? mostWaiting : most.intValue();
    }

    private RuleBody defaults(Section file) {
        Node node = file.get("defaults");
        if (node == null) {
            return RuleBody.NOTHING;
        }
        if (!(node instanceof Fields)) {
            report.error(node.at(), "`defaults` is a map, but here is " + node.kind(), "write defaults: {wait: 1s}");
            return RuleBody.NOTHING;
        }
        Section section = Section.of((Fields) node, Vocabulary.RULE, "`defaults`", report);
        if (section.has("match")) {
            report.error(section.at("match"), "`defaults` cannot have a `match`", "each downstream has its own");
        }
        return new RuleReader(values).body(section, "`defaults`");
    }

    private List<DraftRule> downstreams(Section file, RuleBody defaults) {
        Node node = file.get("downstreams");
        if (node == null && file.isStrange() || node instanceof Scalar && missingSpace((Scalar) node)) {
            return List.of();
        }
        if (!(node instanceof Fields) || ((Fields) node).fields().isEmpty()) {
            Span at = node == null ? Span.START : file.at("downstreams");
            String message = node == null
                    ? "the file has no `downstreams`"
                    : "`downstreams` is a map, but here is " + what(node);
            report.error(at, message, SHORTEST);
            return List.of();
        }
        if (((Fields) node).fields().size() > MOST_DOWNSTREAMS) {
            report.error(file.at("downstreams"), "there are more than " + MOST_DOWNSTREAMS + " downstreams", PATTERNS);
            return List.of();
        }
        RuleReader reader = new RuleReader(values);
        List<DraftRule> drafts = new ArrayList<>();
        Set<String> unread = new HashSet<>();
        for (Field field : ((Fields) node).fields()) {
            DraftRule draft = reader.downstream(field, defaults);
            if (draft == null) {
                unread.add(field.key().text());
            } else {
                drafts.add(draft);
            }
        }
        new RuleChecks(drafts, unread, report).run();
        return drafts;
    }

    /** {@code api.test:100/s} alone is no map to YAML. */
    private boolean missingSpace(Scalar scalar) {
        Matcher glued = GLUED.matcher(scalar.text());
        boolean missing = scalar.plain() && glued.matches();
        if (missing) {
            report.error(scalar.at(), "a space is missing after `:`", null, glued.group(1) + ": " + glued.group(2));
        }
        return missing;
    }

    private static String what(Node node) {
        return node instanceof Fields ? "an empty one" : node.kind();
    }
}
