/**
 * Which calls are a rule's: patterns of hosts, paths, headers and JDBC URLs, how specific each is, and the table that finds the
 * most specific rule. Pure functions of their input.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.throttle.match;
