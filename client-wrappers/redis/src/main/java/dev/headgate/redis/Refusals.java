package dev.headgate.redis;

import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Charge;
import dev.headgate.throttle.Request;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Refusals that need no second trip: a call was refused and told when it could go if nobody else called, so that no call with the
 * same costs can go before. Believed for a quarter of a second, since others may give something back. Thread-safe.
 */
final class Refusals {
    static final long BELIEVED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final int MOST = 1_000;

    private final ConcurrentHashMap<RedisAccount, Known> byAccount = new ConcurrentHashMap<>();

    private record Known(long[] costs, long atNanos, Answer.Refusal refusal) {}

    /** Remembers a refusal of a request that was sent at {@code sentNanos}. */
    void add(RedisAccount account, long[] costs, Answer.Refusal refusal, long sentNanos) {
        if (byAccount.size() >= MOST) {
            byAccount.clear();
        }
        byAccount.put(account, new Known(costs, sentNanos, refusal));
    }

    /** Returns the refusal of a request that is sure to be refused, or null if that is not sure. */
    Answer.@Nullable Refusal find(Request request, long nowNanos, long maxWaitNanos) {
        if (byAccount.isEmpty()) {
            return null;
        }
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            Known known = byAccount.get(RedisAccount.of(charge));
            if (known != null && Arrays.equals(known.costs, charge.costs())) {
                long age = nowNanos - known.atNanos;
                long left = known.refusal.comeBackNanos() - age;
                if (age < BELIEVED_NANOS && left > maxWaitNanos) {
                    return new Answer.Refusal(left, i, known.refusal.limit(), known.refusal.cause());
                }
                byAccount.remove(RedisAccount.of(charge), known);
            }
        }
        return null;
    }

    /** Something was given back or begun anew. */
    void forget(RedisAccount account) {
        byAccount.remove(account);
    }

    void clear() {
        byAccount.clear();
    }
}
