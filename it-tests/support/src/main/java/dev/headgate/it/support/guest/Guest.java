package dev.headgate.it.support.guest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test class that runs in a forked JVM, with what it needs there. */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Guest {
    /**
     * Entries of the file's {@code downstreams}, without indentation. Rules of all guests of one JVM form one file, so names
     * must differ.
     */
    String rules() default "";

    /** Host names that resolve to 127.0.0.1. */
    String[] hosts() default {};
}
