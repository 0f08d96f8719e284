package dev.headgate.config.cli;

import dev.headgate.config.Configuration;
import dev.headgate.config.report.Wrapping;
import dev.headgate.redis.RedisSettings;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.key.KeyPart;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** {@code check FILE}: what the file comes to. */
final class Check {
    private Check() {}

    static int run(List<String> words, PrintStream out) {
        if (words.size() != 1 || words.get(0).isEmpty()) {
            throw new UsageException("check wants one FILE");
        }
        if (words.get(0).startsWith("--")) {
            throw new UsageException("check has no option " + words.get(0));
        }
        Configuration configuration = Configuration.read(path(words.get(0)));
        int limits = configuration.rules().stream()
                .mapToInt(rule -> rule.limits().size())
                .sum();
        out.println(configuration.name() + ": no errors");
        out.println(Remarks.counted(configuration.rules().size(), "downstream") + ", "
                + Remarks.counted(limits, "limit") + "; at most " + configuration.mostWaiting()
                + " calls wait at the same time");
        configuration.redis().ifPresent(redis -> printRedis(redis, out));
        for (Rule rule : configuration.rules()) {
            out.println();
            print(rule, configuration, out);
        }
        if (!configuration.remarks().isEmpty()) {
            out.println();
            Remarks.print(configuration.remarks(), out);
        }
        return CommandLine.OK;
    }

    static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException impossible) {
            throw new UsageException("no file can have that name");
        }
    }

    private static void printRedis(RedisSettings redis, PrintStream out) {
        String share = redis.sharePercent() == RedisSettings.WHOLE_SHARE
                ? ""
                : ", " + redis.sharePercent() + "% of each limit for those who share it";
        List<String> lines = new ArrayList<>();
        Wrapping.append(
                lines,
                "limits are shared on Redis at " + redis.address().get() + ", prefix " + redis.prefix() + share
                        + "; it was not asked whether it is there",
                "",
                Columns.WIDTH);
        lines.forEach(out::println);
    }

    private static void print(Rule rule, Configuration configuration, PrintStream out) {
        out.println(rule.name() + "  (line " + configuration.lineOf(rule) + ")");
        Words.print(out, "match", Words.of(rule.match()));
        if (!rule.key().isEmpty()) {
            Words.print(out, "key", Words.of(rule.key()) + " (a budget each, for at most " + rule.maxKeys() + ")");
        }
        Words.print(out, "does", Words.settings(rule));
        if (configuration.redis().isPresent() && rule.holds()) {
            Words.print(out, "kept", Words.store(rule));
        }
        TrueLimit tightest = TrueLimit.of(rule, configuration);
        String none = rule.mode() == Mode.OFF
                ? "off: calls go as if it were not here"
                : rule.holds() ? "no limit; " + StopTerms.HELD : "unlimited";
        Words.print(out, "comes to", tightest == null ? none : tightest.text(rule, configuration));
        if (!rule.limits().isEmpty()) {
            table(rule, configuration, out);
        }
    }

    private static void table(Rule rule, Configuration configuration, PrintStream out) {
        Columns table = new Columns("    ", 0, List.of(2, 3), "LIMIT", "FORM", "BYTES A KEY", "LINE");
        for (Limit limit : rule.limits()) {
            table.row(
                    limit.text() + costs(limit) + key(limit),
                    Words.form(limit.bandwidth()),
                    String.valueOf(
                            rule.store() == Store.REDIS
                                    ? Numbers.bytesOnRedis(limit.bandwidth())
                                    : Numbers.bytes(limit.bandwidth())),
                    String.valueOf(configuration.lineOf(limit)));
        }
        table.print(out);
    }

    private static String costs(Limit limit) {
        return limit.costs().stream()
                .map(cost -> {
                    String which = Words.of(cost.match());
                    return ", cost " + cost.tokens() + (which.isEmpty() ? "" : " (" + which + ")");
                })
                .collect(Collectors.joining());
    }

    private static String key(Limit limit) {
        List<KeyPart> key = limit.key();
        return key == null ? "" : key.isEmpty() ? ", one budget for all keys" : ", key " + Words.of(key);
    }
}
