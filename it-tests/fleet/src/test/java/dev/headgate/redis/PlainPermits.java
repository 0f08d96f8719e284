package dev.headgate.redis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@code concurrency.lua} says it does, in the plainest words: sets that are looked through from end to end. */
final class PlainPermits {
    private static final long FURTHEST = 120_000_000;

    final Map<String, Long> permits = new TreeMap<>();
    final Map<String, Long> line = new TreeMap<>();
    final Map<String, Long> callers = new TreeMap<>();
    private long newestRevision;
    private int newestAtOnce;

    /** Answers one run, told in the script's own words. */
    List<Long> run(List<String> argv) {
        long now = Long.parseLong(argv.get(0));
        int atOnce = Integer.parseInt(argv.get(2));
        long revision = Long.parseLong(argv.get(3));
        long life = Long.parseLong(argv.get(4));
        long patience = Long.parseLong(argv.get(5));
        String me = argv.get(6);
        int keeps = Integer.parseInt(argv.get(7));
        boolean waits = argv.get(8).equals("1");
        int renewedFrom = 11 + Integer.parseInt(argv.get(9));
        int enteredFrom = renewedFrom + Integer.parseInt(argv.get(10));
        List<String> entering = argv.subList(enteredFrom, argv.size());

        if (newestRevision > revision) {
            revision = newestRevision;
            atOnce = newestAtOnce;
        } else if (revision > 0) {
            newestRevision = revision;
            newestAtOnce = atOnce;
        }
        permits.values().removeIf(end -> end <= now);
        permits.replaceAll((permit, end) -> end > now + FURTHEST ? now + life : end);
        argv.subList(11, renewedFrom).forEach(permits::remove);
        List<Long> lapsed = new ArrayList<>();
        for (int i = renewedFrom; i < enteredFrom; i++) {
            if (permits.put(argv.get(i), now + life) == null) {
                lapsed.add((long) (i - renewedFrom + 1));
            }
        }
        int letIn = Math.min(entering.size(), Math.max(0, atOnce - permits.size()));
        letIn = fair(letIn, now, patience, me, waits, atOnce, keeps);
        if (letIn == entering.size()) {
            callers.remove(me);
            line.remove(me);
        }
        entering.subList(0, letIn).forEach(permit -> permits.put(permit, now + life));
        List<Long> reply =
                new ArrayList<>(List.of(now, (long) atOnce, revision, (long) permits.size(), (long) letIn, 0L));
        reply.addAll(lapsed);
        return reply;
    }

    private int fair(int room, long now, long patience, String me, boolean waits, int atOnce, int keeps) {
        callers.values().removeIf(end -> end <= now);
        callers.replaceAll((process, end) -> Math.min(end, now + patience));
        line.replaceAll((process, since) -> Math.min(since, now));
        if (waits) {
            callers.put(me, now + patience);
            line.putIfAbsent(me, now);
        } else {
            callers.remove(me);
            line.remove(me);
        }
        String first = first();
        while (first != null && !callers.containsKey(first)) {
            line.remove(first);
            first = first();
        }
        long others =
                callers.keySet().stream().filter(process -> !process.equals(me)).count();
        if (others == 0) {
            return room;
        }
        int due = Math.max(0, atOnce / ((int) others + 1) - keeps);
        if (room <= due || !me.equals(first)) {
            return Math.min(room, due);
        }
        line.put(me, now);
        return due + 1;
    }

    private @Nullable String first() {
        return line.entrySet().stream()
                .min(Comparator.comparing((Map.Entry<String, Long> entry) -> entry.getValue())
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
