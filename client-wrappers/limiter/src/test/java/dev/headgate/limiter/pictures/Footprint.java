package dev.headgate.limiter.pictures;

import dev.headgate.limiter.BucketConfiguration;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The bytes that one bucket takes in a 64-bit JVM with compressed references: a header of 12 (arrays 16), 4 a reference, rounded
 * up to 8. What all buckets of a {@code Buckets} share (configuration, clock, the restraint of those that have none) is not counted.
 */
final class Footprint {
    private static final Set<String> SHARED = Set.of("BucketTerms", "BucketConfiguration", "WordRate", "Restraint");
    private static final String OURS = BucketConfiguration.class.getPackageName();

    private Footprint() {}

    static long of(Object bucket) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>();
        open.add(bucket);
        long bytes = 0;
        while (!open.isEmpty()) {
            Object next = open.remove();
            if (seen.add(next)) {
                bytes += next.getClass().isArray() ? ofArray(next, open) : ofObject(next, open);
            }
        }
        return bytes;
    }

    private static long ofArray(Object array, Deque<Object> open) {
        if (array instanceof Object[]) {
            Collections.addAll(open, (Object[]) array);
        }
        return rounded(16 + Array.getLength(array) * sizeOf(array.getClass().getComponentType()));
    }

    private static long ofObject(Object object, Deque<Object> open) {
        long bytes = 12;
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    bytes += sizeOf(field.getType());
                    if (!field.getType().isPrimitive() && type.getPackageName().equals(OURS)) {
                        follow(field, object, open);
                    }
                }
            }
        }
        return rounded(bytes);
    }

    private static void follow(Field field, Object object, Deque<Object> open) {
        try {
            field.setAccessible(true);
            Object value = field.get(object);
            boolean own = value != null
                    && (value.getClass().isArray()
                            || value.getClass().getPackageName().equals(OURS));
            if (own && !SHARED.contains(value.getClass().getSimpleName())) {
                open.add(value);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long sizeOf(Class<?> type) {
        if (type == long.class || type == double.class) {
            return 8;
        }
        return type == boolean.class || type == byte.class ? 1 : 4;
    }

    private static long rounded(long bytes) {
        return (bytes + 7) / 8 * 8;
    }
}
