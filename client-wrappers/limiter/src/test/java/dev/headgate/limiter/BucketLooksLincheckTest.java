package dev.headgate.limiter;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** What a bucket in one word tells of itself while others use it, the clock standing, found by model checking. */
@Param(name = "tokens", gen = IntGen.class, conf = "1:3")
public class BucketLooksLincheckTest {
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
    public long available() {
        return bucket.getAvailableTokens();
    }

    @Operation
    public long owe(@Param(name = "tokens") int tokens) {
        return bucket.consumeIgnoringRateLimits(tokens);
    }

    @Operation
    public long reserve(@Param(name = "tokens") int tokens) {
        Reservation place = bucket.reserve(tokens, 15);
        return place.isGranted() ? place.nanosToWait() : -place.nanosToComeBack();
    }

    @Test
    void every_look_is_of_some_moment_between_the_calls() {
        boolean full = Boolean.getBoolean("headgate.full");
        new ModelCheckingOptions()
                .iterations(full ? 15 : 2)
                .invocationsPerIteration(full ? 1_500 : 120)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(BucketLooksLincheckTest.class);
    }
}
