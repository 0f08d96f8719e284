/** Which budget of a rule a call belongs to: the values that a key names, read from the call and hashed. */
@org.jspecify.annotations.NullMarked
package dev.headgate.throttle.key;
