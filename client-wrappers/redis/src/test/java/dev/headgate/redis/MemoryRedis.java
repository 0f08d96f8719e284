package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.Reservation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Redis for several ledgers that keeps one limit, in memory, until it is lost. For one thread. */
final class MemoryRedis implements Decider {
    private final ManualClock clock;
    private final Bandwidth limit;
    private final Map<Long, Reservation> given = new HashMap<>();
    private LocalBucket bucket;
    private boolean up = true;
    private long tickets;
    int asked;

    MemoryRedis(ManualClock clock, Bandwidth limit) {
        this.clock = clock;
        this.limit = limit;
        this.bucket = fresh();
    }

    private LocalBucket fresh() {
        return Bucket.builder().addLimit(limit).withCustomTimePrecision(clock).build();
    }

    void dies() {
        up = false;
    }

    /** Begins anew, without what it knew. */
    void restarts() {
        up = true;
        bucket = fresh();
        given.clear();
    }

    @Override
    public void start() {}

    @Override
    public Decision decide(List<Schedule> schedules, Ask ask, long patienceNanos) throws RedisTroubleException {
        asked++;
        if (!up) {
            throw new RedisTroubleException("Redis is gone", null);
        }
        if (ask.maxWaitMicros() == Ask.LOOK) {
            return new Decision.Refused(0, 0, 0);
        }
        Reservation place = bucket.reserve(ask.costs().get(0), ask.maxWaitMicros() * 1_000);
        if (!place.isGranted()) {
            return new Decision.Refused(place.nanosToComeBack() / 1_000 + 1, 0, 0);
        }
        if (place.nanosToWait() == 0) {
            return new Decision.Go(0);
        }
        given.put(++tickets, place);
        return new Decision.Slot((place.nanosToWait() + 999) / 1_000, 0, new long[] {tickets});
    }

    @Override
    public void cancel(Schedule schedule, long[] ticket) {
        Reservation place = given.remove(ticket[0]);
        if (place != null && up) {
            place.cancel();
        }
    }

    @Override
    public @Nullable Object send(Command command) {
        return null;
    }

    @Override
    public boolean isUp() {
        return up;
    }

    @Override
    public long nanosToProbe() {
        return 1;
    }

    @Override
    public void close() {}
}
