/** The command line: {@code check} and {@code explain}. */
@org.jspecify.annotations.NullMarked
package dev.headgate.config.cli;
