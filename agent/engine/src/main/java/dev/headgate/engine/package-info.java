/**
 * Finds seams, rewrites them and links adapters. The only place of Byte Buddy.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.engine;
