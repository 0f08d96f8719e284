package dev.headgate.config;

import dev.headgate.config.yaml.Span;
import dev.headgate.redis.RedisAddress;
import dev.headgate.redis.RedisSettings;
import dev.headgate.throttle.OnFailure;
import org.jspecify.annotations.Nullable;

/**
 * The {@code redis} block as far as it could be read.
 *
 * @param at where its name stands
 * @param settings null if something in it has been refused
 * @param address where Redis is now; null if that has been refused
 * @param onFailure of rules that do not say it themselves
 * @param timeoutAt where the timeout was written; null if it was not
 */
record RedisBlock(
        Span at,
        @Nullable RedisSettings settings,
        @Nullable RedisAddress address,
        OnFailure onFailure,
        @Nullable Span timeoutAt) {}
