package dev.headgate.config;

import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.Limit;
import org.jspecify.annotations.Nullable;

/**
 * A limit and where it was written.
 *
 * @param key its own key as written; null if it has none
 */
record WrittenLimit(Limit limit, Span at, @Nullable KeyParts key) {}
