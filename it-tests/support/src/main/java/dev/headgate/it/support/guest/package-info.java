/**
 * JUnit tests that run in a forked JVM, under the agent or without it: guests there, reported here.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.it.support.guest;
