/**
 * The throttle round a {@code DataSource}.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.jdbc;
