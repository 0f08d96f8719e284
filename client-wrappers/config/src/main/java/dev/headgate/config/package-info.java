/**
 * The file {@code headgate.yml} and the way in for a program, {@code Headgate}.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.config;
