package dev.headgate.throttle.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table of rules in few words, for tests: a rule's value is its name, its source {@code file:LINE}. */
final class Rules {
    private final List<RuleTable.Entry<String>> entries = new ArrayList<>();

    static Rules of(String... hosts) {
        Rules rules = new Rules();
        for (String host : hosts) {
            rules.add(host, match(List.of(host), Set.of(), List.of(), Map.of()));
        }
        return rules;
    }

    Rules add(String name, Match match) {
        entries.add(new RuleTable.Entry<>(match, name, "file:" + (entries.size() + 1)));
        return this;
    }

    Rules path(String host, String... paths) {
        return add(host + " " + paths[0], match(List.of(host), Set.of(), List.of(paths), Map.of()));
    }

    Rules jdbc(String... patterns) {
        List<JdbcPattern> jdbc = Arrays.stream(patterns).map(JdbcPattern::parse).toList();
        return add(patterns[0], new Match(List.of(), Set.of(), List.of(), List.of(), jdbc));
    }

    RuleTable<String> table() {
        return new RuleTable<>(entries);
    }

    static Match match(List<String> hosts, Set<String> methods, List<String> paths, Map<String, String> headers) {
        return new Match(
                hosts.stream().map(HostPattern::parse).toList(),
                methods,
                paths.stream().map(PathPattern::parse).toList(),
                headers.entrySet().stream()
                        .map(header -> HeaderPattern.parse(header.getKey(), header.getValue()))
                        .toList(),
                List.of());
    }

    static HttpCall call(String method, String url, String... headers) {
        HttpCall plain = HttpCall.of(method, url);
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return new HttpCall(plain.scheme(), plain.host(), plain.port(), method, plain.rawPath(), all);
    }

    static @Nullable String find(RuleTable<String> table, String method, String url, String... headers) {
        Found<String> found = table.find(HttpCall.READER, call(method, url, headers));
        return found == null ? null : found.value();
    }
}
