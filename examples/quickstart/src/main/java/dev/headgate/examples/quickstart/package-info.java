/**
 * A limited server, an ordinary program that calls it, and a comparison of that program without and with the agent. Nothing
 * here knows of Headgate but the command line that {@code Quickstart} starts the program with.
 */
package dev.headgate.examples.quickstart;
