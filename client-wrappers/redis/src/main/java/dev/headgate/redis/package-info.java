/** The ledger on Redis: one limit for every process that shares a prefix and a rule's name. */
@NullMarked
package dev.headgate.redis;

import org.jspecify.annotations.NullMarked;
