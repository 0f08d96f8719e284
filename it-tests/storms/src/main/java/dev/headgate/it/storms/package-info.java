/**
 * Storms in virtual time: a downstream in trouble, many processes that call it, and the real throttle between them. Everything is
 * drawn from one seed; the same seed gives the same numbers.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.it.storms;
