/** A real Redis server that a test starts, pauses, kills and looks into, and proxies that stand before it. */
@org.jspecify.annotations.NullMarked
package dev.headgate.it.support.redis;
