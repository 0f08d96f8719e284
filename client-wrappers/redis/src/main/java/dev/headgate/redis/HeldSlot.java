package dev.headgate.redis;

import dev.headgate.limiter.Reservation;
import org.jspecify.annotations.Nullable;

/**
 * A slot for which a call of this process waits. Equal to itself alone.
 */
final class HeldSlot {
    private final RedisAccount account;
    private final long @Nullable [] ticket;
    private final long[] costs;
    private final @Nullable Reservation watched;
    private final boolean probe;
    private final long atNanos;

    /**
     * @param ticket what gives it back; not copied. Null: Redis let the call go at once, and only this process holds it
     * @param costs what its call takes; not copied
     * @param watched the slot in the bucket of this process, if it was charged there; else it is charged when it is due, because
     *     that bucket knows no later time than now
     * @param probe whether its call tries alone whether a pause is over
     * @param atNanos when it is, on the throttle's clock
     */
    HeldSlot(
            RedisAccount account,
            long @Nullable [] ticket,
            long[] costs,
            @Nullable Reservation watched,
            boolean probe,
            long atNanos) {
        this.account = account;
        this.ticket = ticket;
        this.costs = costs;
        this.watched = watched;
        this.probe = probe;
        this.atNanos = atNanos;
    }

    RedisAccount account() {
        return account;
    }

    boolean isDue(long nowNanos) {
        return atNanos - nowNanos <= 0;
    }

    long atNanos() {
        return atNanos;
    }

    /** Whether its call tries alone whether a pause is over: then that others must wait for it does not hold it back. */
    boolean isProbe() {
        return probe;
    }

    /** Its call goes, or has lost it: it counts as used, but not in this process's part, which was not asked. */
    void use() {
        if (watched == null && !account.book().isOnShare()) {
            account.near().bucket().owe(costs);
        }
    }

    void giveBack(Decider decider) {
        if (watched != null) {
            watched.cancel();
        }
        if (ticket != null) {
            decider.cancel(account.schedule(), ticket);
            if (account.book().budget().isLead()) {
                account.went(-1);
            }
        }
    }
}
