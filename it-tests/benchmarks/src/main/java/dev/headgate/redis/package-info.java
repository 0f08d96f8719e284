/** What measures this package from within. */
@org.jspecify.annotations.NullMarked
package dev.headgate.redis;
