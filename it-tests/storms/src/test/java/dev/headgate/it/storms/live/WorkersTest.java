package dev.headgate.it.storms.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.it.storms.Downstream;
import dev.headgate.it.storms.Trouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private static final Offset<Double> EXACT = within(1e-9);

    // 1 - 1/e: the exponential distribution gives its mean.
    private static final double MEAN = 1 - Math.exp(-1);

    @Test
    void aCallTakesAsLongAsItsWorkerNeeds() {
        // Two workers and 20 calls a second: a tenth of a second each.
        Workers workers = workers(2, 10, none());
        assertThat(workers.take(5)).isEqualTo(0.1, EXACT);
        assertThat(workers.take(5)).isEqualTo(0.1, EXACT);
    }

    @Test
    void oneThatFindsAllBusyWaitsForTheFirstThatIsFree() {
        Workers workers = workers(2, 10, none());
        workers.take(5);
        workers.take(5.04);
        assertThat(workers.take(5.06)).as("0.04 s until the first is free").isEqualTo(0.14, EXACT);
        assertThat(workers.take(5.06)).isEqualTo(0.18, EXACT);
        assertThat(workers.take(5.06)).as("after the third").isEqualTo(0.24, EXACT);
    }

    @Test
    void oneThatFindsTheQueueFullHasNoRoomUntilAnotherBegins() {
        Workers workers = workers(1, 2, none());
        assertThat(workers.take(0)).isEqualTo(0.05, EXACT);
        assertThat(workers.take(0)).isEqualTo(0.1, EXACT);
        assertThat(workers.take(0)).isEqualTo(0.15, EXACT);
        assertThat(workers.take(0)).isNegative();
        assertThat(workers.take(0.049)).isNegative();
        assertThat(workers.take(0.05))
                .as("the first of the queue is being served")
                .isEqualTo(0.15, EXACT);
        assertThat(workers.take(0.05)).isNegative();
    }

    @Test
    void aCallThatBeginsInABrownOutTakesFiveTimesAsLong() {
        Workers workers = workers(1, 10, Trouble.of(Trouble.Kind.BROWNOUT).between(10, 20));
        assertThat(workers.take(9.98)).as("begun before").isEqualTo(0.05, EXACT);
        assertThat(workers.take(9.98)).as("begins at 10.03").isEqualTo(0.05 + 0.25, EXACT);
        assertThat(workers.take(19.9)).isEqualTo(0.25, EXACT);
        assertThat(workers.take(19.9)).as("begins at 20.15").isEqualTo(0.25 + 0.05, EXACT);
    }

    @Test
    void timeDoesNotGoBack() {
        Workers workers = workers(1, 10, none());
        workers.take(5);
        assertThat(workers.take(4)).isEqualTo(0.1, EXACT);
    }

    private static Workers workers(int number, int queue, Trouble trouble) {
        return new Workers(new Downstream(20, number, queue, 0), trouble, () -> MEAN);
    }

    private static Trouble none() {
        return Trouble.of(Trouble.Kind.NONE);
    }
}
