/**
 * Stands in for SLF4J inside the agent, whose own log is another: a real one would look for a provider, and complain on the
 * program's standard error.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.engine.slf4j;
