package dev.headgate.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The scripts that were assembled so far, each once. Thread-safe. */
final class Scripts {
    private static final ConcurrentMap<Wanted, Script> ASSEMBLED = new ConcurrentHashMap<>();

    private Scripts() {}

    /**
     * Returns a command for some schedules.
     *
     * @param name of the script
     * @param full whether it must be able to do all
     * @param asked what it is told beside the terms, packed
     */
    static Command command(String name, boolean full, List<Schedule> schedules, Terms terms, byte[] asked) {
        List<byte[]> keys = new ArrayList<>(2 * schedules.size());
        List<byte[]> args = new ArrayList<>(5 + schedules.size());
        List<List<Kind>> kinds = add(schedules, terms, asked, keys, args);
        return new Command(script(new Wanted(name, full, new Shape(kinds, 0, 0, false, 0))), keys, args);
    }

    private static List<List<Kind>> add(
            List<Schedule> schedules, Terms terms, byte[] asked, List<byte[]> keys, List<byte[]> args) {
        List<List<Kind>> kinds = new ArrayList<>(schedules.size());
        args.add(terms.now());
        args.add(terms.maxSkew());
        args.add(asked);
        for (int i = 0; i < schedules.size(); i++) {
            Schedule schedule = schedules.get(i);
            kinds.add(schedule.terms().kinds());
            keys.addAll(schedule.keys());
            args.add(schedule.terms().packed());
        }
        return kinds;
    }

    /**
     * Returns a command that decides.
     *
     * @param loaded the number of schedules that are read; the others, which have no limits, are only looked at: if one is there
     *     all must be read, and nothing is done
     */
    static Command decide(boolean full, List<Schedule> schedules, int loaded, Terms terms, byte[] asked) {
        List<byte[]> keys = new ArrayList<>(2 * schedules.size() + 2);
        List<byte[]> args = new ArrayList<>(5 + schedules.size());
        List<Schedule> read = loaded == schedules.size() ? schedules : schedules.subList(0, loaded);
        List<List<Kind>> kinds = add(read, terms, asked, keys, args);
        News news = terms.news();
        int told = 0;
        if (news != null) {
            args.add(news.packed());
            if (news.told() != null) {
                told = leadOfFirst(read);
                keys.add(KeyNames.shared(schedules.get(0).rule()));
            }
            if (news.heartbeat() != null) {
                keys.add(KeyNames.live(schedules.get(0).rule()));
            }
        }
        for (int i = loaded; i < schedules.size(); i++) {
            keys.add(schedules.get(i).keys().get(0));
        }
        int ordered =
                news == null || news.ordered() == null ? 0 : 1 + news.ordered().schedule();
        boolean beats = news != null && news.heartbeat() != null;
        Shape shape = new Shape(kinds, ordered, told, beats, schedules.size() - loaded);
        return new Command(script(new Wanted("decide", full, shape)), keys, args);
    }

    /** The number, from 1, of the schedule that holds the pause and the pace of the first one's rule. */
    private static int leadOfFirst(List<Schedule> schedules) {
        for (int i = 0; i < schedules.size(); i++) {
            if (schedules.get(i).leads()
                    && schedules.get(i).rule().equals(schedules.get(0).rule())) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("Nobody can be told: no schedule of " + schedules + " leads the first rule");
    }

    private static Script script(Wanted wanted) {
        return ASSEMBLED.computeIfAbsent(wanted, w -> ScriptText.script(w.name(), w.shape(), w.full()));
    }

    private record Wanted(String name, boolean full, Shape shape) {}
}
