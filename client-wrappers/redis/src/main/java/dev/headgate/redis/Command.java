package dev.headgate.redis;

import java.util.List;

/**
 * One run of a script. Immutable.
 *
 * @param keys all keys that it touches, of one slot
 * @param args what it is told
 */
record Command(Script script, List<byte[]> keys, List<byte[]> args) {}
