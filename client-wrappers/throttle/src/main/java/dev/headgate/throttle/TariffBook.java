package dev.headgate.throttle;

import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.key.KeyReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Splits the limits of rules into budgets and opens each once, however many rules name it. Not thread-safe. */
final class TariffBook {
    private final Map<String, RuleThrottle> byName;
    private final Machinery machinery;
    private final Ledger ledger;
    private final Map<Opened, List<Tariff>> opened = new HashMap<>();

    private record Opened(String rule, boolean observed) {}

    TariffBook(Map<String, RuleThrottle> byName, Machinery machinery, Ledger ledger) {
        this.byName = byName;
        this.machinery = machinery;
        this.ledger = ledger;
    }

    /** What the calls of one rule take. */
    Tariffs of(RuleThrottle throttle) {
        Rule rule = throttle.rule();
        if (rule.mode() == Mode.OFF) {
            return Tariffs.NONE;
        }
        Set<RuleThrottle> charged = new LinkedHashSet<>();
        collect(throttle, charged);
        List<Tariff> taken = new ArrayList<>();
        List<Tariffs.Watched> watched = new ArrayList<>();
        for (RuleThrottle each : charged) {
            boolean observed = rule.mode() == Mode.OBSERVE || each.rule().mode() == Mode.OBSERVE;
            List<Tariff> tariffs = open(each.rule(), observed);
            if (rule.mode() == Mode.ENFORCE && observed && !tariffs.isEmpty()) {
                watched.add(new Tariffs.Watched(each.counts(), tariffs));
            } else {
                taken.addAll(tariffs);
            }
        }
        if (rule.mode() == Mode.OBSERVE && !taken.isEmpty()) {
            return new Tariffs(List.of(), List.of(new Tariffs.Watched(throttle.counts(), taken)));
        }
        return new Tariffs(taken, watched);
    }

    /** The rule and those that it names in {@code also}, and those that they name, each once. */
    private void collect(RuleThrottle throttle, Set<RuleThrottle> charged) {
        if (throttle.rule().mode() == Mode.OFF || !charged.add(throttle)) {
            return;
        }
        for (String name : throttle.rule().also()) {
            RuleThrottle other = byName.get(name);
            if (other == null) {
                throw new IllegalArgumentException(throttle.rule().name() + " ("
                        + throttle.rule().source() + "): there is no rule " + name + " to be charged also");
            }
            collect(other, charged);
        }
    }

    private List<Tariff> open(Rule rule, boolean observed) {
        return opened.computeIfAbsent(new Opened(rule.name(), observed), once -> split(rule, observed));
    }

    private List<Tariff> split(Rule rule, boolean observed) {
        Map<List<KeyPart>, List<Limit>> byKey = new LinkedHashMap<>();
        for (Limit limit : rule.limits()) {
            List<KeyPart> key = limit.key();
            byKey.computeIfAbsent(key == null ? rule.key() : key, first -> new ArrayList<>())
                    .add(limit);
        }
        if (!rule.backoff().isOff()) {
            byKey.computeIfAbsent(rule.key(), pausesOfTheKey -> new ArrayList<>());
            byKey.computeIfAbsent(List.of(), lead -> new ArrayList<>());
        }
        List<Tariff> tariffs = new ArrayList<>();
        byKey.forEach((key, limits) -> {
            Budget budget = new Budget(rule, limits, key, observed);
            KeyReader keys = key.isEmpty() ? null : new KeyReader(key, machinery.keySecret());
            tariffs.add(new Tariff(budget, ledger.open(budget), keys));
        });
        return tariffs;
    }
}
