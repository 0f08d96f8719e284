package dev.headgate.engine;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens packages of the JDK to adapters, and to nobody else. */
final class ModuleDoors {
    private final @Nullable Instrumentation instrumentation;
    private final AgentLog log;

    ModuleDoors(@Nullable Instrumentation instrumentation, AgentLog log) {
        this.instrumentation = instrumentation;
        this.log = log;
    }

    /**
     * Opens the package of the instrumented class, and those that its adapters ask for.
     *
     * @param packages each as {@code module/package.name}
     */
    void open(List<String> packages, Class<?> owner, ClassLoader adapters) {
        open(owner.getModule(), owner.getPackageName(), adapters);
        for (String each : packages) {
            int slash = each.indexOf('/');
            Module module =
                    ModuleLayer.boot().findModule(each.substring(0, slash)).orElse(null);
            if (module != null) {
                open(module, each.substring(slash + 1), adapters);
            }
        }
    }

    private void open(Module module, String packageName, ClassLoader adapters) {
        Module to = adapters.getUnnamedModule();
        if (instrumentation == null || !module.isNamed() || module.isOpen(packageName, to)) {
            return;
        }
        try {
            instrumentation.redefineModule(
                    module, Set.of(), Map.of(), Map.of(packageName, Set.of(to)), Set.of(), Map.of());
        } catch (RuntimeException | LinkageError e) {
            log.debug("package " + packageName + " of " + module + " stays closed: " + e);
        }
    }
}
