package dev.headgate.engine;

import dev.headgate.spi.Shape;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/** Looks for the members that an adapter needs, in class files and without loading a class. */
final class ShapeCheck {
    private ShapeCheck() {}

    /** Returns those that are not there, as the shape has them. */
    static List<String> missing(Shape shape, TypeDescription target, TypePool pool) {
        List<String> missing = new ArrayList<>();
        for (String member : shape.members()) {
            if (!isThere(member, target, pool)) {
                missing.add(member);
            }
        }
        return missing;
    }

    private static boolean isThere(String member, TypeDescription target, TypePool pool) {
        int hash = member.indexOf('#');
        int colon = member.indexOf(':', hash);
        String owner = member.substring(0, hash).replace('/', '.');
        String name = member.substring(hash + 1, colon);
        String descriptor = member.substring(colon + 1);
        if (owner.equals(target.getName())) {
            return isThere(target, name, descriptor);
        }
        TypePool.Resolution found = pool.describe(owner);
        return found.isResolved() && isThere(found.resolve(), name, descriptor);
    }

    private static boolean isThere(@Nullable TypeDefinition type, String name, String descriptor) {
        if (type == null) {
            return false;
        }
        TypeDescription erased = type.asErasure();
        boolean declared = descriptor.startsWith("(")
                ? !erased.getDeclaredMethods()
                        .filter(ElementMatchers.hasDescriptor(descriptor)
                                .and(
                                        "<init>".equals(name)
                                                ? ElementMatchers.isConstructor()
                                                : ElementMatchers.named(name)))
                        .isEmpty()
                : !erased.getDeclaredFields()
                        .filter(ElementMatchers.named(name).and(new FieldOf(descriptor)))
                        .isEmpty();
        if (declared) {
            return true;
        }
        try {
            if (isThere(erased.getSuperClass(), name, descriptor)) {
                return true;
            }
            for (TypeDefinition each : erased.getInterfaces()) {
                if (isThere(each, name, descriptor)) {
                    return true;
                }
            }
        } catch (TypePool.Resolution.NoSuchTypeException e) {
            // A supertype that another agent added, or that the program does without: it has no member for us.
        }
        return false;
    }

    private static final class FieldOf
            extends net.bytebuddy.matcher.ElementMatcher.Junction.ForNonNullValues<
                    net.bytebuddy.description.field.FieldDescription> {
        private final String descriptor;

        FieldOf(String descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        protected boolean doMatch(net.bytebuddy.description.field.FieldDescription field) {
            return field.getDescriptor().equals(descriptor);
        }
    }
}
