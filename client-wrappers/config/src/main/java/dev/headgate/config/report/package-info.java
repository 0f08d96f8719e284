/** What is wrong with a file, told to a person: where, what, and what to write instead. */
@org.jspecify.annotations.NullMarked
package dev.headgate.config.report;
