/** What asks a limiter on Redis, in a JVM of its own for each limiter; and Redisson's. */
@org.jspecify.annotations.NullMarked
package dev.headgate.it.benchmarks.remote;
