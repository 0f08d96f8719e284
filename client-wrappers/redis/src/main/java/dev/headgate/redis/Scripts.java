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
        List<List<Kind>> kinds = new ArrayList<>(schedules.size());
        List<byte[]> keys = new ArrayList<>(2 * schedules.size());
        List<byte[]> args = new ArrayList<>(4 + schedules.size());
        args.add(terms.now());
        args.add(terms.maxSkew());
        args.add(asked);
        for (Schedule schedule : schedules) {
            kinds.add(schedule.terms().kinds());
            keys.addAll(schedule.keys());
            args.add(schedule.terms().packed());
        }
        return new Command(script(new Wanted(name, full, new Shape(kinds))), keys, args);
    }

    private static Script script(Wanted wanted) {
        return ASSEMBLED.computeIfAbsent(wanted, w -> ScriptText.script(w.name(), w.shape(), w.full()));
    }

    private record Wanted(String name, boolean full, Shape shape) {}
}
