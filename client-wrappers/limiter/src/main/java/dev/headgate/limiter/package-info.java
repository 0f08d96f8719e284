/**
 * Buckets and their bandwidths: five rate limiting algorithms on one schedule, in this process. Needs nothing but
 * {@code java.base}.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.limiter;
