/**
 * The agent's classes that instrumented methods call, on the boot class path. Touches {@code java.base} only.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.boot;
