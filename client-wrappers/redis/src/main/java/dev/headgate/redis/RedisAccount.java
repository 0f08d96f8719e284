package dev.headgate.redis;

import dev.headgate.throttle.Charge;
import dev.headgate.throttle.LocalAccount;
import dev.headgate.throttle.LocalLedger;
import org.jspecify.annotations.Nullable;

/**
 * One schedule on Redis, and the one in this process that watches over it and stands in for it. Two of the same schedule are
 * equal. Thread-safe.
 */
final class RedisAccount implements LocalLedger.Backed {
    private final RedisBook book;
    private final Schedule schedule;
    private final LocalAccount near;

    RedisAccount(RedisBook book, Schedule schedule, LocalAccount near) {
        this.book = book;
        this.schedule = schedule;
        this.near = near;
    }

    /** What a charge that came from this ledger is for. */
    static RedisAccount of(Charge charge) {
        return (RedisAccount) charge.account();
    }

    RedisBook book() {
        return book;
    }

    Schedule schedule() {
        return schedule;
    }

    /** So many calls were let go by Redis; less than 0: not after all. To be told where the rule is led, once for each call. */
    void went(long calls) {
        book.rule().untold().admitted(calls);
        near.went(calls);
    }

    @Override
    public LocalAccount near() {
        return near;
    }

    @Override
    public boolean isFar() {
        return true;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof RedisAccount that
                        && that.book == book
                        && that.schedule.key().equals(schedule.key());
    }

    @Override
    public int hashCode() {
        return schedule.key().hashCode();
    }
}
