package dev.headgate.engine;

import dev.headgate.boot.CallGuard;
import dev.headgate.boot.Gate;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the name of every class that is loaded, and hands those with a seam to the weaver. A class that cannot see the gate
 * is left alone, and told. Thread-safe.
 */
final class ClassGate implements ClassFileTransformer {
    private final Set<String> targets;
    private final ClassLoader rooms;
    private final AgentLog log;
    private final Late late;
    private volatile boolean closed;

    /** Makes what comes after the name at the first time that it is needed. */
    interface Late {
        Works works() throws IOException, ReflectiveOperationException;
    }

    /**
     * Makes a gate.
     *
     * @param targets the classes that have a seam, named as in class files
     */
    ClassGate(Set<String> targets, ClassLoader rooms, AgentLog log, Late late) {
        this.targets = targets;
        this.rooms = rooms;
        this.log = log;
        this.late = late;
    }

    /** Returns true if the class has a seam and is not one of ours. */
    boolean touches(@Nullable ClassLoader loader, String internalName) {
        return targets.contains(internalName) && loader != rooms;
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
        if (internalName == null || closed || !touches(loader, internalName)) {
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
            return late.works().weave(loader, internalName, bytes);
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
