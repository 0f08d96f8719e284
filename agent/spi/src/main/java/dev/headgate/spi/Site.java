package dev.headgate.spi;

/**
 * A seam: the one method of a library's class where the agent steps in, and the adapter that speaks for it. Pure data; no
 * class of the library is touched by loading it.
 *
 * <p>Sites in one class with the same adapter are the same seam in several versions of the library: the engine warns if none
 * of them is there.
 *
 * @param library short name for logs and reports: {@code okhttp}, {@code jdk-http}, {@code http-url-connection}, {@code hikari}
 * @param type binary name of the class, exactly
 * @param method its method
 * @param descriptor the method's descriptor, exactly
 * @param form what the advice may do there
 * @param adapter binary name of the {@link Adapter}
 * @param shape what else must be there
 */
public record Site(
        String library, String type, String method, String descriptor, Form form, String adapter, Shape shape) {
    /** What the advice may do at a seam. */
    public enum Form {
        /** Before the method: skip it and throw or return. */
        GATE,
        /** As {@link #GATE}, and the first argument may be replaced. */
        REWRITE,
        /** As {@link #REWRITE}, and {@link Adapter#exit} is called after a method that was not skipped and may replace the result. */
        AROUND,
        /** {@link Adapter#exit} alone. */
        AFTER
    }
}
