/**
 * What an adapter is to the agent: a {@code Site} that says where, an {@code Adapter} that says what.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.spi;
