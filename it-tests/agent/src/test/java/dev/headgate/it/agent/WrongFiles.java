package dev.headgate.it.agent;

import java.util.List;

/** Files as people write them at night. */
final class WrongFiles {
    /**
     * A file that is wrong.
     *
     * @param at line and column of what is wrong
     * @param said what a person needs to read, in any case
     */
    record Wrong(String name, String text, List<String> at, String... said) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Wrong> ALL = List.of(
            wrong(
                    "a misspelt field",
                    "downstreams:\n  api.test:\n    limits: [5/s]\n    max_wiat: 2s\n",
                    "4:5",
                    "max_wiat"),
            wrong(
                    "a field in another spelling",
                    "downstreams:\n  api.test: {limits: [5/s], maxKeys: 5}\n",
                    "2:29",
                    "maxKeys",
                    "max-keys"),
            wrong("a rule at the top of the file", "api.test: 5/s\n", "1:1", "api.test", "downstreams"),
            wrong(
                    "a misspelt algorithm",
                    "downstreams:\n  api.test: {limits: [{token-buket: 5/s}]}\n",
                    "2:24",
                    "token-buket",
                    "token-bucket"),
            wrong(
                    "A45 the same downstream twice",
                    "downstreams:\n  api.test: 5/s\n  api.test: 500/s\n",
                    "3:3",
                    "api.test",
                    "line 2"),
            wrong(
                    "A45 the same host in another case",
                    "downstreams:\n  api.test: 5/s\n  API.test: 500/s\n",
                    "3:3",
                    "2"),
            wrong("A45 the same host and path under two names", """
                    downstreams:
                      one: {match: {hosts: [api.test], paths: [/pay]}, limits: [5/s]}
                      two: {match: {hosts: [api.test], paths: [/pay]}, limits: [500/s]}
                    """, "3:3", "api.test /pay", ":2:3"),
            wrong(
                    "A45 a field twice",
                    "downstreams:\n  api.test:\n    limits: [5/s]\n    limits: [500/s]\n",
                    "4:5",
                    "limits",
                    "line 3"),
            wrong(
                    "A23 a cost above the capacity",
                    "downstreams:\n  api.test: {limits: [{token-bucket: 1/s, costs: [{cost: 5}]}]}\n",
                    "2:58",
                    "5"),
            wrong(
                    "a cost below nothing",
                    "downstreams:\n  api.test: {limits: [{token-bucket: 1/s, costs: [{cost: -5}]}]}\n",
                    "2:58",
                    "-5"),
            wrong("a tab", "downstreams:\n\tapi.test: 5/s\n", "2:1", "tab"),
            wrong("an unquoted star", "downstreams:\n  *.api.test: 5/s\n", "2:3", "quot"),
            wrong("an unquoted IPv6 address", "downstreams:\n  [::1]: 5/s\n", "2:3", "quot"),
            wrong(
                    "an unquoted template",
                    "downstreams:\n  users: {match: {hosts: [api.test], paths: [/users/{id}]}, limits: [5/s]}\n",
                    "2:46",
                    "quot"),
            wrong(
                    "a JDBC URL with a comma",
                    "downstreams:\n  db: {match: {jdbc: [jdbc:postgresql://a.test,b.test/x]}, limits: [5/s]}\n",
                    "2:23",
                    "quot"),
            wrong("no space after a colon", "downstreams:\n  api.test:5/s\n", "2:3", "space"),
            wrong("a rate without a unit", "downstreams:\n  api.test: 100\n", "2:13", "100", "/s"),
            wrong("a rate with an unknown unit", "downstreams:\n  api.test: 100/w\n", "2:13", "100/w"),
            wrong("a rate of nothing", "downstreams:\n  api.test: 0/s\n", "2:13", "0/s"),
            wrong(
                    "a duration without a unit",
                    "downstreams:\n  api.test: {limits: [5/s], wait: 10}\n",
                    "2:35",
                    "10",
                    "ms"),
            wrong("a list where a map is expected", "downstreams: [api.test]\n", "1:1", "downstreams"),
            wrong("a circle", """
                    downstreams:
                      a.test: {limits: [5/s], also: [b.test]}
                      b.test: {limits: [5/s], also: [a.test]}
                    """, "2:34", "a.test", "b.test"),
            wrong(
                    "an unknown other rule",
                    "downstreams:\n  a.test: {limits: [5/s], also: [stripe-acount]}\n",
                    "2:34",
                    "stripe-acount"),
            wrong("no limit", "downstreams:\n  api.test: {wait: 1s}\n", "2:3", "api.test", "limit"),
            wrong(
                    "what a later version brings",
                    "redis: {sentinel: {master: m}}\ndownstreams: {api.test: {limits: [5/s], shard: key}}\n",
                    List.of("1:9", "2:41"),
                    "sentinel",
                    "shard",
                    "not yet"),
            wrong(
                    "braces that are not closed",
                    "downstreams:\n  api.test: {limits: [5/s]\n  b.test: 5/s\n",
                    "2:13",
                    "not closed"),
            wrong(
                    "a mode that there is not",
                    "mode: enforced\ndownstreams: {api.test: 5/s}\n",
                    "1:7",
                    "enforced",
                    "enforce"),
            wrong(
                    "a key that there is not",
                    "downstreams:\n  api.test: {limits: [5/s], key: [\"headr:X\"]}\n",
                    "2:35",
                    "headr"),
            wrong("a queue below nothing", "downstreams:\n  api.test: {limits: [5/s], queue: -1}\n", "2:36", "-1"),
            wrong(
                    "an endless capacity",
                    "downstreams:\n  api.test: {limits: [{token-bucket: 5/s, capacity: many}]}\n",
                    "2:53",
                    "many"),
            wrong(
                    "two things at once",
                    "downstreams:\n  api.test: {limits: [5/x]}\n  b.test: {limts: [5/s]}\n",
                    List.of("2:23", "3:12"),
                    "5/x",
                    "limts"));

    private WrongFiles() {}

    private static Wrong wrong(String name, String text, String at, String... said) {
        return wrong(name, text, List.of(at), said);
    }

    private static Wrong wrong(String name, String text, List<String> at, String... said) {
        return new Wrong(name, text, at, said);
    }
}
