/** What is particular to the JDK's two HTTP clients under the agent; these tests run in the forked JVM. */
package dev.headgate.it.agent.jdk;
