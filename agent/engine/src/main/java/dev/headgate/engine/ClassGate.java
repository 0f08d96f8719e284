package dev.headgate.engine;

import dev.headgate.boot.CallGuard;
import dev.headgate.boot.Gate;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the name of every class that is loaded, and hands those with a seam to the weaver. A class that cannot see the gate
 * is left alone, and told. Thread-safe.
 */
final class ClassGate implements ClassFileTransformer {
    private final Seams seams;
    private final ClassLoader rooms;
    private final AgentLog log;
    private @Nullable Weaver weaver;
    private volatile boolean closed;

    ClassGate(Seams seams, ClassLoader rooms, AgentLog log) {
        this.seams = seams;
        this.rooms = rooms;
        this.log = log;
    }

    // Late, because the weaver brings Byte Buddy with it: a program that never calls out never loads it.
    private synchronized Weaver weaver() {
        Weaver known = weaver;
        if (known == null) {
            known = new Weaver(log);
            weaver = known;
        }
        return known;
    }

    /** Loads Byte Buddy and runs it once, so that the program's first call need not. */
    void warm() {
        weaver().warm(rooms);
    }

    ClassLoader rooms() {
        return rooms;
    }

    /** From now on no class is touched. */
    void close() {
        closed = true;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String internalName,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (internalName == null || closed || !seams.touches(internalName) || loader == rooms) {
            return null;
        }
        boolean before = CallGuard.mark(true);
        try {
            if (!seesTheGate(loader)) {
                log.warn(
                        "HG-304",
                        internalName.replace('/', '.') + " was loaded by " + Weaver.nameOf(loader)
                                + ", which hides the package dev.headgate.boot; its calls are not limited. Let that"
                                + " loader delegate dev.headgate.boot and dev.headgate.api to its parent.");
                return null;
            }
            return weaver().weave(loader, internalName, bytes, seams.of(internalName));
        } catch (Throwable e) {
            log.warn(
                    "HG-303",
                    internalName.replace('/', '.') + " (loaded by " + Weaver.nameOf(loader)
                            + ") could not be instrumented, its calls are not limited: " + e);
            return null;
        } finally {
            CallGuard.mark(before);
        }
    }

    private static boolean seesTheGate(@Nullable ClassLoader loader) {
        if (loader == null) {
            return true;
        }
        try {
            return Class.forName(Gate.class.getName(), false, loader) == Gate.class;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
