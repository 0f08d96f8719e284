package com.example.program;

import java.lang.reflect.Method;

/** Prints a line for the test that reads it: a name and pairs, separated by tabs. */
final class Print {
    private Print() {}

    /** Prints a line of {@code key, value, key, value, …}. */
    static void fact(String name, Object... pairs) {
        StringBuilder line = new StringBuilder(name);
        for (int i = 0; i < pairs.length; i += 2) {
            String value = String.valueOf(pairs[i + 1]).replaceAll("[\\t\\r\\n]+", " ");
            line.append('\t').append(pairs[i]).append('=').append(value);
        }
        System.out.println(line);
    }

    /** Returns what a failure is, with its super classes and interfaces, separated by commas. */
    static String types(Throwable thrown) {
        StringBuilder all = new StringBuilder();
        for (Class<?> type = thrown.getClass(); type != Throwable.class; type = type.getSuperclass()) {
            all.append(type.getName()).append(',');
            for (Class<?> also : type.getInterfaces()) {
                all.append(also.getName()).append(',');
            }
        }
        return all.toString();
    }

    /** Returns in how many milliseconds the failure says to come back; -1 if it does not say. */
    static long retryAfterMillis(Throwable thrown) {
        for (Throwable next = thrown; next != null; next = next.getCause()) {
            try {
                Method retryAfter = next.getClass().getMethod("retryAfter");
                return ((java.time.Duration) retryAfter.invoke(next)).toMillis();
            } catch (ReflectiveOperationException e) {
                // Not one that says it; its cause may.
            }
        }
        return -1;
    }
}
