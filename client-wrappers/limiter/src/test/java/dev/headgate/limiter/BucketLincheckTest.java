package dev.headgate.limiter;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of a bucket in one word with the verbs that take it out and put it back, while time passes, found by model
 * checking. A call counts as of the moment at which it read the clock. So what only looks (available tokens, when to come back)
 * may miss a call that is under way; {@link BucketLooksLincheckTest} holds looks to the calls while the clock stands.
 */
@Param(name = "tokens", gen = IntGen.class, conf = "1:3")
public class BucketLincheckTest {
    private final ManualMeter clock = ManualMeter.nano();
    private final LocalBucket bucket = Bucket.builder()
            .addLimit(limit -> limit.capacity(4).refillGreedy(1, Duration.ofNanos(10)))
            .withCustomTimePrecision(clock)
            .build();

    @Operation
    public boolean tryConsume(@Param(name = "tokens") int tokens) {
        return bucket.tryConsume(tokens);
    }

    @Operation
    public long owe(@Param(name = "tokens") int tokens) {
        return bucket.consumeIgnoringRateLimits(tokens);
    }

    @Operation
    public void add(@Param(name = "tokens") int tokens) {
        bucket.forceAddTokens(tokens);
    }

    @Operation
    public long reserve(@Param(name = "tokens") int tokens) {
        Reservation place = bucket.reserve(tokens, 15);
        return place.isGranted() ? place.nanosToWait() : -1;
    }

    @Operation
    public boolean reserveAndCancel(@Param(name = "tokens") int tokens) {
        return bucket.reserve(tokens, 0).cancel();
    }

    @Operation
    public void timePasses(@Param(name = "tokens") int ticks) {
        clock.plus(4L * ticks);
    }

    @Test
    void every_interleaving_is_some_order_of_the_calls() {
        boolean full = Boolean.getBoolean("headgate.full");
        new ModelCheckingOptions()
                .iterations(full ? 20 : 3)
                .invocationsPerIteration(full ? 1_500 : 120)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(BucketLincheckTest.class);
    }
}
