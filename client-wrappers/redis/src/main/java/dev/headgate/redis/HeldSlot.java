package dev.headgate.redis;

import dev.headgate.limiter.Reservation;
import org.jspecify.annotations.Nullable;

/**
 * A slot for which a call of this process waits. Equal to itself alone.
 */
final class HeldSlot {
    private final RedisAccount account;
    private final long @Nullable [] ticket;
    private final @Nullable Reservation watched;
    private final long atNanos;

    /**
     * @param ticket what gives it back; not copied. Null: Redis let the call go at once, and only this process holds it
     * @param watched the same slot in the bucket of this process, if it was charged there
     * @param atNanos when it is, on the throttle's clock
     */
    HeldSlot(RedisAccount account, long @Nullable [] ticket, @Nullable Reservation watched, long atNanos) {
        this.account = account;
        this.ticket = ticket;
        this.watched = watched;
        this.atNanos = atNanos;
    }

    RedisAccount account() {
        return account;
    }

    boolean isDue(long nowNanos) {
        return atNanos - nowNanos <= 0;
    }

    void giveBack(Decider decider) {
        if (watched != null) {
            watched.cancel();
        }
        if (ticket != null) {
            decider.cancel(account.schedule(), ticket);
        }
    }
}
