/**
 * What every throttled client and pool must do, whatever throttles it: a wrapper or the agent.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.it.contract;
