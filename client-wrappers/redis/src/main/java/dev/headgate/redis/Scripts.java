package dev.headgate.redis;

import dev.headgate.redis.Shape.Shared;
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
        List<byte[]> keys = new ArrayList<>(2 * schedules.size() + 2);
        List<byte[]> args = new ArrayList<>(5 + schedules.size());
        args.add(terms.now());
        args.add(terms.maxSkew());
        args.add(asked);
        for (Schedule schedule : schedules) {
            kinds.add(schedule.terms().kinds());
            keys.addAll(schedule.keys());
            args.add(schedule.terms().packed());
        }
        Shared shared = Shared.NOTHING;
        News news = terms.news();
        List<String> rules = new ArrayList<>(1);
        List<Integer> ruleOf = rulesOf(schedules, rules);
        if (news != null && name.equals("decide")) {
            shared = news.heartbeat() == null ? Shared.RULE : Shared.RULE_AND_HEARTBEAT;
            args.add(news.packed());
            for (String rule : rules) {
                keys.add(KeyNames.shared(rule));
            }
            if (shared == Shared.RULE_AND_HEARTBEAT) {
                keys.add(KeyNames.live(rules.get(0)));
            }
        }
        return new Command(script(new Wanted(name, full, new Shape(kinds, ruleOf, shared))), keys, args);
    }

    private static List<Integer> rulesOf(List<Schedule> schedules, List<String> rules) {
        List<Integer> ruleOf = new ArrayList<>(schedules.size());
        for (Schedule schedule : schedules) {
            if (!rules.contains(schedule.rule())) {
                rules.add(schedule.rule());
            }
            ruleOf.add(rules.indexOf(schedule.rule()) + 1);
        }
        return ruleOf;
    }

    private static Script script(Wanted wanted) {
        return ASSEMBLED.computeIfAbsent(wanted, w -> ScriptText.script(w.name(), w.shape(), w.full()));
    }

    private record Wanted(String name, boolean full, Shape shape) {}
}
