/**
 * Holds the borrows from a {@code DataSource} to the rules: {@link dev.headgate.jdbc.HeadgateDataSource}.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.jdbc;
