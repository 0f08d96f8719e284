/**
 * Rate limits inside one process: a {@link dev.headgate.limiter.Bucket} holds one or several
 * {@link dev.headgate.limiter.Bandwidth}s, which are taken all or none, and gives every admitted call a slot on one
 * schedule. Needs nothing but {@code java.base}.
 */
@NullMarked
package dev.headgate.limiter;

import org.jspecify.annotations.NullMarked;
