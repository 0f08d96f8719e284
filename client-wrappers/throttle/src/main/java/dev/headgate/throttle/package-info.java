/**
 * One downstream and its rule: verdict, waiting, rejection and the counts of what happened.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.throttle;
