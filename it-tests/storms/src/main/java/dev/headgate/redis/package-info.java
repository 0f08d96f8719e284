/** The parts of the Redis ledger that the storm lab takes as they are. */
@org.jspecify.annotations.NullMarked
package dev.headgate.redis;
