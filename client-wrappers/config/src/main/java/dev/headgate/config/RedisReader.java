package dev.headgate.config;

import dev.headgate.config.Values.Parser;
import dev.headgate.config.Values.Text;
import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Node.Scalar;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Span;
import dev.headgate.redis.RedisAddress;
import dev.headgate.redis.RedisSettings;
import dev.headgate.throttle.OnFailure;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code redis} block. */
final class RedisReader {
    static final String EXAMPLE = "redis: {uri: \"redis://127.0.0.1:6379\"}";
    static final Map<String, Boolean> CLOCKS = Map.of("server", false, "client", true);
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern SHARE = Pattern.compile("([0-9]{1,3})\\s*(%?)");
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(10);
    private static final int MOST_PROCESSES = 100_000;
    private static final int SAFE_SECRET = 16;

    private final Values values;
    private final Report report;
    private final Section section;
    private boolean bad;

    private RedisReader(Values values, Section section) {
        this.values = values;
        this.report = values.report();
        this.section = section;
    }

    /** Returns the block, or null if the file has none. */
    static @Nullable RedisBlock read(Section file, Values values) {
        Node node = file.get("redis");
        if (node == null) {
            return null;
        }
        Span at = file.at("redis");
        if (!(node instanceof Fields)) {
            values.report().error(node.at(), "`redis` is a map, but here is " + node.kind(), "write " + EXAMPLE);
            return new RedisBlock(at, null, null, OnFailure.LOCAL, null);
        }
        Section section = Section.of((Fields) node, Vocabulary.REDIS, "`redis`", values.report());
        return new RedisReader(values, section).block(at);
    }

    private RedisBlock block(Span at) {
        RedisUri uri = uri(at);
        String prefix = value("prefix", RedisReader::prefix, RedisSettings.DEFAULT_PREFIX);
        int timeout = value("timeout", RedisReader::timeoutMillis, RedisSettings.DEFAULT_TIMEOUT_MILLIS);
        boolean clientClock = choice("clock", CLOCKS, false);
        OnFailure onFailure = choice("on-failure", RuleReader.ON_FAILURE, OnFailure.LOCAL);
        Node expected = section.get("expected-processes");
        Long processes = expected == null
                ? Long.valueOf(RedisSettings.DEFAULT_EXPECTED_PROCESSES)
                : values.count(expected, "`expected-processes`", 1, MOST_PROCESSES);
        int share = value("share", RedisReader::sharePercent, RedisSettings.WHOLE_SHARE);
        String secret = keySecret();
        RedisAddress address = uri == null ? null : uri.check(report);
        if (uri == null || address == null || processes == null || bad || section.isStrange()) {
            return new RedisBlock(at, null, address, onFailure, null);
        }
        RedisSettings settings =
                new RedisSettings(uri::get, prefix, timeout, clientClock, processes.intValue(), share, secret);
        return new RedisBlock(at, settings, address, onFailure, section.has("timeout") ? section.at("timeout") : null);
    }

    private @Nullable RedisUri uri(Span at) {
        Node uri = section.get("uri");
        if (uri == null) {
            if (!section.meant("uri") && !section.isStrange()) {
                report.error(at, "`redis` has no `uri`", "write uri: redis://127.0.0.1:6379 into it");
            }
            return null;
        }
        Node user = section.get("user");
        Node password = section.get("password");
        boolean read = values.text(uri, "`uri`") != null
                & (user == null || values.text(user, "`user`") != null)
                & (password == null || values.text(password, "`password`") != null);
        return read ? new RedisUri(values.placeholders(), (Scalar) uri, (Scalar) user, (Scalar) password) : null;
    }

    private @Nullable String keySecret() {
        Node node = section.get("key-secret");
        if (node == null) {
            return null;
        }
        Text text = values.text(node, "`key-secret`");
        bad |= text == null;
        if (text == null || text.text().isEmpty()) {
            return null;
        }
        if (text.text().length() < SAFE_SECRET) {
            report.warning(
                    text.at(),
                    "`key-secret` has fewer than " + SAFE_SECRET + " characters, so that what it hides can be guessed",
                    "take a random one, or leave it out: then one is made in Redis");
        }
        return text.text();
    }

    private <T> T value(String key, Parser<T> parser, T absent) {
        Node node = section.get(key);
        if (node == null) {
            return absent;
        }
        T read = values.value(node, "`" + key + "`", parser);
        bad |= read == null;
        return read == null ? absent : read;
    }

    private <T> T choice(String key, Map<String, T> choices, T absent) {
        Node node = section.get(key);
        if (node == null) {
            return absent;
        }
        T chosen = values.choice(node, "`" + key + "`", choices);
        bad |= chosen == null;
        return chosen == null ? absent : chosen;
    }

    static String prefix(String text) throws BadValue {
        if (!PREFIX.matcher(text).matches()) {
            throw new BadValue(
                    "is not a prefix",
                    "write 1 to 64 of A-Z a-z 0-9 . _ -; a `:` ends it in the names of keys, so none can stand in it",
                    text.length() <= 64 && text.matches("[A-Za-z0-9._:/ -]+") ? text.replaceAll("[:/ ]", "-") : null);
        }
        return text;
    }

    static int timeoutMillis(String text) throws BadValue {
        return timeoutMillis(Duration.ofNanos(Units.duration(text)));
    }

    static int timeoutMillis(Duration timeout) throws BadValue {
        if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new BadValue("is not between 1ms and 10s", "it bounds how long Redis may hold up a call", null);
        }
        return (int) timeout.toMillis();
    }

    static int sharePercent(String text) throws BadValue {
        Matcher share = SHARE.matcher(text);
        if (!share.matches()) {
            throw new BadValue("is not a share", "write a whole number and `%`, like 50%", null);
        }
        int percent = Integer.parseInt(share.group(1));
        if (percent < 1 || percent > RedisSettings.WHOLE_SHARE) {
            throw new BadValue(
                    "is not between 1% and 100%",
                    percent == 0 ? "nothing could go; for no calls at all write limits instead" : null, null);
        }
        if (!text.equals(percent + "%")) {
            throw new BadValue("is not written as a share", "a share ends with `%`", percent + "%");
        }
        return percent;
    }
}
