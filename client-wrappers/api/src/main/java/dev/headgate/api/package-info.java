/**
 * What a program that is throttled sees: the rejection types, the call context, and what the agent covers. Touches
 * {@code java.base} only, because the agent puts this package on the boot class path as it is. Append-only.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.api;
