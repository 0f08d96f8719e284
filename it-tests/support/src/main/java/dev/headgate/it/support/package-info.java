/**
 * Real servers, forked JVMs and faults for the tests.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.it.support;
