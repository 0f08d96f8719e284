package dev.headgate.it.storms.live;

import dev.headgate.it.storms.Figures;
import dev.headgate.it.storms.Scenario;
import dev.headgate.it.storms.Series;
import dev.headgate.it.storms.Strategy;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Facts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What came of one storm that was played to real programs. Immutable.
 *
 * @param figures as the simulation's
 * @param met how often attempts met what: a status, no answer in time, a rejection
 * @param stallMillis the longest time that a program's thread was kept from running
 * @param agentLines what the agents said
 */
record LiveResult(Figures figures, Map<String, Long> met, long stallMillis, List<String> agentLines) {
    static LiveResult of(Scenario scenario, Strategy strategy, LiveServer server, List<Ended> programs) {
        Map<String, Long> met = new TreeMap<>();
        facts(programs, "met").forEach(fact -> met.merge(fact.text("what"), fact.number("times"), Long::sum));
        long stall = facts(programs, "stall")
                .mapToLong(fact -> fact.number("ms"))
                .max()
                .orElse(0);
        List<String> lines =
                programs.stream().flatMap(each -> each.agentLines().stream()).toList();
        return new LiveResult(figures(scenario, strategy, server, programs), met, stall, lines);
    }

    private static Figures figures(Scenario scenario, Strategy strategy, LiveServer server, List<Ended> programs) {
        List<Facts> calls = facts(programs, "call").toList();
        List<Facts> served = calls.stream().filter(LiveResult::isServed).toList();
        double last = scenario.seconds() + Scenario.DEADLINE_SECONDS;
        Series arrived = Series.of(server.arrivals(), last);
        DoubleStream rejected = calls.stream()
                .flatMapToDouble(call -> DoubleStream.generate(() -> server.second(call.number("ended")))
                        .limit(call.number("limited")));
        Figures.History history = new Figures.History(
                Series.of(seconds(server, calls, "begun"), last),
                Series.of(seconds(server, served, "ended"), last),
                arrived,
                arrived,
                Series.of(rejected.toArray(), last));
        double[] shares = programs.stream()
                .map(each -> each.facts("call"))
                .mapToDouble(each -> (double) count(each, LiveResult::isServed) / each.size())
                .toArray();
        double nanos = served.stream()
                .mapToLong(call -> call.number("ended") - call.number("begun"))
                .average()
                .orElse(0);
        return Figures.of(scenario, strategy, history, Figures.fairness(shares), nanos / 1e9);
    }

    private static double[] seconds(LiveServer server, List<Facts> calls, String when) {
        return calls.stream()
                .mapToDouble(call -> server.second(call.number(when)))
                .toArray();
    }

    private static Stream<Facts> facts(List<Ended> programs, String name) {
        return programs.stream().flatMap(each -> each.facts(name).stream());
    }

    private static boolean isServed(Facts call) {
        return call.text("served").equals("true");
    }

    private static <T> long count(List<T> all, Predicate<T> wanted) {
        return all.stream().filter(wanted).count();
    }
}
