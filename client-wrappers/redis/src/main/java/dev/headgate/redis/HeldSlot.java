package dev.headgate.redis;

import dev.headgate.limiter.Reservation;
import org.jspecify.annotations.Nullable;

/**
 * A slot that Redis has given to a call of this process. Equal to itself alone.
 *
 * @see HeldSlots
 */
final class HeldSlot {
    private final RedisAccount account;
    private final long[] ticket;
    private final @Nullable Reservation watched;
    private final long atNanos;

    /**
     * @param ticket what gives it back; not copied
     * @param watched the same slot in the bucket of this process, if it was charged there
     * @param atNanos when it is, on the throttle's clock
     */
    HeldSlot(RedisAccount account, long[] ticket, @Nullable Reservation watched, long atNanos) {
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
        decider.cancel(account.schedule(), ticket);
    }
}
