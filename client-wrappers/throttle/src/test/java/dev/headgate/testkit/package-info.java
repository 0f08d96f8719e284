/** What tests of throttled code need: a clock that stands still, and rules without a file. */
@org.jspecify.annotations.NullMarked
package dev.headgate.testkit;
