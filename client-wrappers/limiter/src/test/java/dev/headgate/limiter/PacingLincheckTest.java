package dev.headgate.limiter;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** A bucket in one word that is paused and paced while others take from it. */
@Param(name = "some", gen = IntGen.class, conf = "1:3")
public class PacingLincheckTest {
    private final ManualMeter clock = ManualMeter.nano();
    private final LocalBucket bucket = Bucket.builder()
            .addLimit(limit -> limit.capacity(4).refillGreedy(1, Duration.ofNanos(10)))
            .withCustomTimePrecision(clock)
            .build();

    @Operation
    public boolean tryConsume(@Param(name = "some") int tokens) {
        return bucket.tryConsume(tokens);
    }

    @Operation
    public long reserve(@Param(name = "some") int tokens) {
        Reservation place = bucket.reserve(tokens, 15);
        return place.isGranted() ? place.nanosToWait() : -1;
    }

    @Operation
    public void pace(@Param(name = "some") int gap) {
        bucket.pacing().pace(3L * (gap - 1));
    }

    @Operation
    public void pause(@Param(name = "some") int ticks) {
        bucket.pacing().pause(3L * ticks, 5L * (ticks - 1));
    }

    @Operation
    public boolean served() {
        return bucket.pacing().served();
    }

    @Operation
    public long paused() {
        return bucket.pacing().nanosPaused();
    }

    @Operation
    public void timePasses(@Param(name = "some") int ticks) {
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
                .check(PacingLincheckTest.class);
    }
}
