/**
 * The agent's entry: one small class that opens the other rooms.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.agent;
