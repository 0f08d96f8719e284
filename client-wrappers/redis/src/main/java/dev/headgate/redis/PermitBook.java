package dev.headgate.redis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The permits of one process for one limit: which are held, and which Redis has yet to hear are not. Not thread-safe. */
final class PermitBook {
    private final PermitScript script;
    private final Consumer<Permit> giveBack;
    private final Set<Permit> held = new LinkedHashSet<>(); // renewed longest ago first
    private List<Permit> givenBack = new ArrayList<>();

    PermitBook(PermitScript script, Consumer<Permit> giveBack) {
        this.script = script;
        this.giveBack = giveBack;
    }

    int inside() {
        return held.size();
    }

    boolean hasGivenBack() {
        return !givenBack.isEmpty();
    }

    Permit make() {
        return new Permit(script.newName(), giveBack);
    }

    /** Makes permits that Redis is about to hear of. */
    List<Permit> make(int count) {
        List<Permit> made = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Permit permit = make();
            permit.told = true;
            made.add(permit);
        }
        return made;
    }

    void hold(Permit permit, long now) {
        permit.renewedAt = now;
        held.add(permit);
    }

    /** Notes that a permit is not held, or not any more. */
    void giveBack(Permit permit) {
        held.remove(permit);
        if (permit.told) {
            givenBack.add(permit);
        }
    }

    /** Gives back all that is held. */
    void giveAllBack() {
        new ArrayList<>(held).forEach(this::giveBack);
    }

    boolean holds(Permit permit) {
        return held.contains(permit);
    }

    /** Takes out all that Redis has yet to hear are not held. */
    List<Permit> takeGivenBack() {
        List<Permit> taken = givenBack;
        givenBack = new ArrayList<>();
        return taken;
    }

    /** Puts back what Redis may not have heard. Saying it twice is harmless: no name comes twice. */
    void putBack(List<Permit> taken) {
        givenBack.addAll(taken);
    }

    /** In how many nanoseconds the first permit has lived through a third of its lease. */
    long nanosToRenewal(long now) {
        for (Permit first : held) {
            return first.renewedAt + script.leaseNanos() / 3 - now;
        }
        return Long.MAX_VALUE;
    }

    /** Returns all that is held, about to be told. */
    List<Permit> renew() {
        List<Permit> all = new ArrayList<>(held);
        all.forEach(permit -> permit.told = true);
        return all;
    }

    /** Notes that permits were renewed; returns how many of those that Redis once knew had lapsed and are held still. */
    int renewed(List<Permit> renewed, List<Integer> lapsed, long now) {
        int lapses = 0;
        for (int place : lapsed) {
            Permit permit = renewed.get(place);
            if (permit.known) {
                permit.lapse();
                lapses += held.contains(permit) ? 1 : 0;
            }
        }
        for (Permit permit : renewed) {
            permit.known = true;
            if (held.remove(permit)) {
                hold(permit, now);
            }
        }
        return lapses;
    }
}
