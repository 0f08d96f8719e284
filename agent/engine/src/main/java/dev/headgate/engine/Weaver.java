package dev.headgate.engine;

import dev.headgate.spi.Shape;
import dev.headgate.spi.Site;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the class file of one class at its seams, without adding a member. Byte Buddy is loaded with this class, so it is
 * made at the first hit and no earlier. Thread-safe.
 */
final class Weaver {
    private final ByteBuddy byteBuddy;
    private final AgentLog log;

    Weaver(AgentLog log) {
        this.log = log;
        // Another agent may have given the class supertypes that nobody can resolve: look at declared methods alone.
        this.byteBuddy = new ByteBuddy()
                .with(TypeValidation.DISABLED)
                .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
                .with(InstrumentedType.Factory.Default.FROZEN)
                .with(Implementation.Context.Disabled.Factory.INSTANCE);
    }

    /**
     * Weaves the template into the class's seams.
     *
     * @param loader the class's loader, null for the boot loader
     * @param bytes the class file as it is now, with what other agents did to it
     * @return the new class file, or null if no seam fits
     */
    byte @Nullable [] weave(@Nullable ClassLoader loader, String internalName, byte[] bytes, List<Seam> seams) {
        String name = internalName.replace('/', '.');
        ClassFileLocator locator = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(name, bytes),
                ClassFileLocator.ForClassLoader.of(loader == null ? ClassLoader.getPlatformClassLoader() : loader));
        TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
        TypeDescription type = pool.describe(name).resolve();
        List<Seam> fitting = fitting(loader, type, pool, seams);
        if (fitting.isEmpty()) {
            return null;
        }
        byte[] woven = weave(type, locator, pool, fitting);
        for (Seam seam : fitting) {
            seam.markFound();
            log.debug("seam found: " + seam + seam.site.descriptor() + " in " + nameOf(loader));
        }
        return woven;
    }

    private byte[] weave(TypeDescription type, ClassFileLocator locator, TypePool pool, List<Seam> fitting) {
        DynamicType.Builder<?> woven = byteBuddy.decorate(type, locator);
        for (Seam seam : fitting) {
            woven = woven.visit(template(seam)
                    .on(ElementMatchers.named(seam.site.method())
                            .and(ElementMatchers.hasDescriptor(seam.site.descriptor()))));
        }
        return woven.make(TypeResolutionStrategy.Disabled.INSTANCE, pool).getBytes();
    }

    /** Weaves a class of ours, for nothing but the classes that this loads. */
    void warm(ClassLoader rooms) {
        String name = WarmUp.class.getName();
        List<Seam> seams = new ArrayList<>();
        for (Site.Form form : Site.Form.values()) {
            String method = form.name().toLowerCase(Locale.ROOT);
            String descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;";
            seams.add(new Seam(0, new Site("warm-up", name, method, descriptor, form, method, Shape.NONE)));
        }
        ClassFileLocator locator = ClassFileLocator.ForClassLoader.of(rooms);
        TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
        weave(pool.describe(name).resolve(), locator, pool, seams);
    }

    /** Sites with the same adapter are one seam in several versions of a library: one of them must fit. */
    private List<Seam> fitting(@Nullable ClassLoader loader, TypeDescription type, TypePool pool, List<Seam> seams) {
        List<Seam> fitting = new ArrayList<>();
        Set<String> adaptersThere = new HashSet<>();
        for (Seam seam : seams) {
            if (!hasMethod(type, seam.site)) {
                continue;
            }
            adaptersThere.add(seam.site.adapter());
            List<String> missing = ShapeCheck.missing(seam.site.shape(), type, pool);
            if (missing.isEmpty()) {
                fitting.add(seam);
            } else {
                warnUnfit(loader, seam, String.join(", ", missing));
            }
        }
        for (Seam seam : seams) {
            if (adaptersThere.add(seam.site.adapter())) {
                warnUnfit(loader, seam, seam.site.method() + seam.site.descriptor());
            }
        }
        return fitting;
    }

    private void warnUnfit(@Nullable ClassLoader loader, Seam seam, String missing) {
        log.warn(
                "HG-302",
                "this version of " + seam.site.library() + " is not known: " + seam.site.type() + " (loaded by "
                        + nameOf(loader) + ") lacks " + missing + "; its calls are not limited");
    }

    private static boolean hasMethod(TypeDescription type, Site site) {
        MethodList<?> found = type.getDeclaredMethods()
                .filter(ElementMatchers.named(site.method())
                        .and(ElementMatchers.hasDescriptor(site.descriptor()))
                        .and(ElementMatchers.not(ElementMatchers.isAbstract()))
                        .and(ElementMatchers.not(ElementMatchers.isNative())));
        return !found.isEmpty();
    }

    private static Advice template(Seam seam) {
        Advice.WithCustomMapping mapping =
                Advice.withCustomMapping().bind(SiteNumber.class, Integer.valueOf(seam.number));
        switch (seam.site.form()) {
            case GATE:
                return mapping.to(GateTemplate.class);
            case REWRITE:
                return mapping.to(RewriteTemplate.class);
            case AROUND:
                return mapping.to(AroundTemplate.class);
            case AFTER:
                return mapping.to(AfterTemplate.class);
        }
        throw new IllegalArgumentException(seam.site.form().name());
    }

    static String nameOf(@Nullable ClassLoader loader) {
        if (loader == null) {
            return "the boot loader";
        }
        String name = loader.getName();
        return name == null ? loader.getClass().getName() : "loader '" + name + "'";
    }
}
