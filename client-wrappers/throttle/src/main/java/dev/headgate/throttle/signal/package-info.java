/** What a response says about when to come back: status and headers to a {@link dev.headgate.throttle.signal.Signal}. Pure functions. */
@org.jspecify.annotations.NullMarked
package dev.headgate.throttle.signal;
