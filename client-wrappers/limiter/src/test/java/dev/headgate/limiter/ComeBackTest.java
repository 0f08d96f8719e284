package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ComeBackTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong time = new AtomicLong();
    private final LocalBucket bucket = Bucket.builder()
            .addLimit(Bandwidth.simple(2, Duration.ofSeconds(1)))
            .addLimit(Bandwidth.simple(3, Duration.ofSeconds(30)))
            .withCustomTimePrecision(new TimeMeter() {
                @Override
                public long currentTimeNanos() {
                    return time.get();
                }

                @Override
                public boolean isWallClockBased() {
                    return true;
                }
            })
            .build();

    @Test
    void eachLimitTellsWhenItAloneWouldLetTheCallGo() {
        assertThat(bucket.nanosToComeBack(new long[] {1, 1})).containsExactly(0, 0);
        bucket.reserve(new long[] {2, 1}, 0);
        assertThat(bucket.nanosToComeBack(new long[] {1, 1})).containsExactly(SECOND / 2, 0);
        assertThat(bucket.nanosToComeBack(new long[] {1, 3})).containsExactly(SECOND / 2, 10 * SECOND);
        assertThat(bucket.nanosToComeBack(new long[] {0, 3})).containsExactly(0, 10 * SECOND);
        time.addAndGet(SECOND / 2);
        assertThat(bucket.nanosToComeBack(new long[] {1, 1})).containsExactly(0, 0);
    }

    @Test
    void theLineCountsForEveryLimitThatIsCharged() {
        bucket.reserve(new long[] {2, 1}, 0);
        bucket.reserve(new long[] {1, 1}, SECOND);
        assertThat(bucket.nanosToComeBack(new long[] {1, 1})).containsExactly(SECOND, SECOND / 2);
        assertThat(bucket.nanosToComeBack(new long[] {0, 1})).containsExactly(0, SECOND / 2);
    }

    @Test
    void askingChangesNothing() {
        for (int i = 0; i < 5; i++) {
            bucket.nanosToComeBack(new long[] {1, 1});
        }
        assertThat(bucket.getAvailableTokens()).isEqualTo(2);
    }
}
