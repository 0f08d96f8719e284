/**
 * The seam of HikariCP: a connection is borrowed.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.adapter.hikari;
