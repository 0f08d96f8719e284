/** Our figures beside those of others, in one run on the same work. */
@org.jspecify.annotations.NullMarked
package dev.headgate.it.benchmarks;
