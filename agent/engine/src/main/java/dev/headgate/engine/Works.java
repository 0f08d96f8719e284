package dev.headgate.engine;

import dev.headgate.boot.Gate;
import dev.headgate.boot.Stats;
import org.jspecify.annotations.Nullable;

/**
 * What the agent needs once there is something to do: made at the first class that has a seam, or by the agent's own thread,
 * and not before the program starts. Thread-safe.
 */
final class Works {
    final Seams seams;
    final InForce inForce = new InForce();
    final Behind behind;
    final SelfReport report;
    private final ClassLoader rooms;
    private final AgentLog log;
    private @Nullable Weaver weaver;

    /** Makes the works and installs the gate: no class is instrumented before. */
    Works(Seams seams, ClassLoader rooms, ModuleDoors doors, AgentLog log) {
        this.seams = seams;
        this.rooms = rooms;
        this.log = log;
        this.behind = new Behind(seams, new Links(seams, inForce, rooms, doors), log);
        this.report = new SelfReport(seams, log);
        Stats.seams(seams.size());
        Gate.install(behind);
    }

    /** As {@link Weaver#weave}. */
    byte @Nullable [] weave(@Nullable ClassLoader loader, String internalName, byte[] bytes) {
        return weaver().weave(loader, internalName, bytes, seams.of(internalName));
    }

    /** Loads Byte Buddy and runs it once, so that the program's first call need not. */
    void warm() {
        weaver();
    }

    // Late, because the weaver brings Byte Buddy with it. Warmed by one thread alone: two that initialize classes which
    // refer
    // to each other may wait for each other for ever. What happens here needs no lock of the program's.
    private synchronized Weaver weaver() {
        Weaver known = weaver;
        if (known == null) {
            known = new Weaver(log);
            known.warm(rooms);
            weaver = known;
        }
        return known;
    }
}
