package dev.headgate.redis;

import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A talk with {@code concurrency.lua} on a real server, by a clock of its own. Not thread-safe. */
final class ConcurrencyTalk implements AutoCloseable {
    static final String BASE = "{hg:charges}:c1";
    static final long LEASE = 20_000_000;

    private static final long ANY_SKEW = 9_007_199_254_740_991L;
    private static final long PATIENCE = 10_000_000;

    final RedisConnection redis;
    long now = 1_800_000_000_000_000L;
    private final Command command = new PermitScript(BASE, "p", Duration.ofSeconds(1), () -> Terms.SERVER)
            .command(new PermitWords(1, 0, 0, false, List.of(), List.of(), List.of()));
    private int made;

    /** Begins with an empty server. */
    ConcurrencyTalk(RedisServer server) {
        redis = server.connect();
        redis.call("FLUSHALL");
    }

    Saying saying(String process) {
        return new Saying(process);
    }

    /** Says that it waits, and wants as much as there may be. */
    Saying waiting(String process, int atOnce, int keeps) {
        Saying saying = new Saying(process);
        saying.atOnce = atOnce;
        saying.keeps = keeps;
        saying.waits = true;
        return saying.entering(atOnce);
    }

    /** What one process says; the fields are the script's words. */
    final class Saying {
        private final String process;
        int atOnce = 2;
        long revision;
        int keeps;
        boolean waits;
        List<String> givenBack = List.of();
        List<String> renewed = List.of();
        List<String> entering = List.of();

        private Saying(String process) {
            this.process = process;
        }

        Saying entering(int count) {
            entering = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                entering.add(process + ":" + ++made);
            }
            return this;
        }

        List<String> argv() {
            List<String> argv = new ArrayList<>();
            for (Object word : List.of(
                    now,
                    ANY_SKEW,
                    atOnce,
                    revision,
                    LEASE,
                    PATIENCE,
                    process,
                    keeps,
                    waits ? 1 : 0,
                    givenBack.size(),
                    renewed.size())) {
                argv.add(String.valueOf(word));
            }
            argv.addAll(givenBack);
            argv.addAll(renewed);
            argv.addAll(entering);
            return argv;
        }

        /** Returns the reply without its now. */
        List<Long> said() {
            List<Long> reply = run(argv());
            return reply.subList(1, reply.size());
        }

        long letIn() {
            return said().get(3);
        }
    }

    List<Long> run(List<String> argv) {
        List<Object> words = new ArrayList<>(List.of(
                "EVAL", text(PermitScript.script().text()), command.keys().size()));
        command.keys().forEach(key -> words.add(text(key)));
        words.addAll(argv);
        return ((List<?>) redis.answer(words.toArray()))
                .stream().map(Long.class::cast).toList();
    }

    /** Returns what a sorted set of the limit holds. */
    Map<String, Long> set(String name) {
        Map<String, Long> there = new TreeMap<>();
        List<String> flat = redis.list("ZRANGE", BASE + ":" + name, 0, -1, "WITHSCORES");
        for (int i = 0; i < flat.size(); i += 2) {
            there.put(flat.get(i), Long.valueOf(flat.get(i + 1)));
        }
        return there;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        redis.close();
    }
}
