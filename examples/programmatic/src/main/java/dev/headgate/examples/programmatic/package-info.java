/** A program that holds its own calls to limits, without the agent. */
package dev.headgate.examples.programmatic;
