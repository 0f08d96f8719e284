package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bucket in one word gives the answers of the plain model, whatever verbs come between its fast ones. */
class WordTest {
    private static final long START = ManualMeter.EPOCH_DAY;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Boolean.getBoolean("headgate.full") ? 3_000 : 150);
    }

    private static Bandwidth[] bucket(Random random) {
        long[] periods = {SECOND, SECOND / 10, 3 * SECOND + 1, 999_983_000L, 7};
        long[] tokens = {1, 2, 3, 5, 7};
        long refill = tokens[random.nextInt(tokens.length)];
        long capacity = 1 + random.nextInt(20);
        return new Bandwidth[] {
            Bandwidth.builder()
                    .capacity(capacity)
                    .refillGreedy(refill, Duration.ofNanos(periods[random.nextInt(periods.length)]))
                    .initialTokens(random.nextInt(3) == 0 ? 0 : capacity)
                    .build()
        };
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void every_answer_is_that_of_the_plain_model(long seed) {
        Random random = new Random(seed);
        ManualMeter clock = ManualMeter.nano(Long.MAX_VALUE - random.nextInt(1_000_000_000));
        Bandwidth[] limits = bucket(random);
        LocalBucket bucket = Bucket.builder()
                .addLimit(limits[0])
                .withCustomTimePrecision(clock)
                .build();
        PlainBudget plain = new PlainBudget(limits, START, SECOND);
        List<Reservation> places = new ArrayList<>();
        List<PlainBudget.Answer> answers = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 400; i++) {
            long per = limits[0].getRefillPeriodNanos();
            now += random.nextInt(3) > 0 ? 0 : (long) (random.nextDouble() * 2 * per);
            clock.at(now);
            long n = 1 + random.nextInt((int) limits[0].getCapacity());
            String what = "seed " + seed + ", step " + i;
            switch (random.nextInt(12)) {
                case 0:
                    assertThat(bucket.consumeIgnoringRateLimits(n)).as(what).isEqualTo(plain.owe(n, START + now));
                    break;
                case 1:
                    boolean force = random.nextBoolean();
                    plain.add(n, START + now, force);
                    if (force) {
                        bucket.forceAddTokens(n);
                    } else {
                        bucket.addTokens(n);
                    }
                    break;
                case 2:
                    Reservation place = bucket.reserve(n, 2 * per);
                    PlainBudget.Answer answer = plain.reserve(n, START + now, 2 * per);
                    assertThat(place.isGranted()).as(what).isEqualTo(answer.granted);
                    assertThat(place.isGranted() ? place.nanosToWait() : place.nanosToComeBack())
                            .as(what)
                            .isEqualTo(answer.time - START - now);
                    if (answer.granted && answer.time > START + now) {
                        places.add(place);
                        answers.add(answer);
                    }
                    break;
                case 3:
                    if (!places.isEmpty()) {
                        int at = random.nextInt(places.size());
                        assertThat(places.remove(at).cancel())
                                .as(what)
                                .isEqualTo(plain.cancel(answers.remove(at), START + now));
                    }
                    break;
                case 4:
                    if (random.nextInt(5) == 0) {
                        limits = bucket(random);
                        bucket.replaceConfiguration(
                                BucketConfiguration.builder()
                                        .addLimit(limits[0])
                                        .build(),
                                TokensInheritanceStrategy.AS_IS);
                        plain.replace(limits, TokensInheritanceStrategy.AS_IS, START + now);
                    }
                    break;
                case 5:
                case 6:
                    assertThat(bucket.getAvailableTokens()).as(what).isEqualTo(plain.available(START + now));
                    break;
                default:
                    boolean granted = plain.reserve(n, START + now, 0).granted;
                    assertThat(bucket.tryConsume(n)).as(what).isEqualTo(granted);
            }
        }
    }

    @Test
    void a_bucket_goes_back_into_its_word_when_nobody_waits() {
        WordRate rate = WordRate.of(new Bandwidth[] {Bandwidth.simple(10, Duration.ofSeconds(1))});
        assertThat(rate).isNotNull();
        ManualMeter meter = ManualMeter.nano();
        TickClock clock = new TickClock(meter);
        Word word = new Word(rate, -rate.initial);
        TokenBucketLimit limit = new TokenBucketLimit(Bandwidth.simple(10, Duration.ofSeconds(1)), clock.now());
        assertThat(word.tryConsume(3, clock)).isEqualTo(Word.GRANTED);
        word.handOver(limit, clock);
        assertThat(word.tryConsume(3, clock)).isEqualTo(Word.UNDECIDED);
        assertThat(limit.available(clock.now())).isEqualTo(7);
        word.giveBack(limit, clock, clock.now());
        assertThat(word.tryConsume(8, clock)).isEqualTo(Word.REFUSED);
        assertThat(word.tryConsume(7, clock)).isEqualTo(Word.GRANTED);
        meter.at(86_400 * SECOND * 3_650);
        assertThat(word.available(clock)).isEqualTo(10);
        meter.at(Long.MAX_VALUE / 2);
        assertThat(word.tryConsume(1, clock)).isEqualTo(Word.UNDECIDED);
    }

    @Test
    void ten_million_decisions_do_not_drift() {
        for (ManualMeter clock : List.of(ManualMeter.nano(), ManualMeter.wall())) {
            LocalBucket bucket = Bucket.builder()
                    .addLimit(limit -> limit.capacity(3).refillGreedy(3, Duration.ofNanos(1_000_003)))
                    .withCustomTimePrecision(clock)
                    .build();
            bucket.tryConsume(3);
            long went = 0;
            for (int i = 1; i <= 5_000_000; i++) {
                clock.plus(99_991);
                went += bucket.tryConsume(1) ? 1 : 0;
            }
            assertThat(went).isEqualTo(5_000_000L * 99_991 * 3 / 1_000_003);
        }
    }

    /** A clock that others overtake: whenever it is read, {@code others} act after the time was taken, before it is known. */
    private static final class OvertakenMeter implements TimeMeter {
        private final ManualMeter time = ManualMeter.nano();
        private Runnable others = () -> {};
        private int reads;

        @Override
        public long currentTimeNanos() {
            reads++;
            long taken = time.currentTimeNanos();
            Runnable act = others;
            others = () -> {};
            act.run();
            return taken;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    private final OvertakenMeter overtaken = new OvertakenMeter();
    private final TickClock overtakenClock = new TickClock(overtaken);

    /** A word of four tokens, one more every 10 ticks, at the tick 0 of a clock that others overtake. */
    private Word wordOfFour(long level) {
        WordRate rate = WordRate.of(new Bandwidth[] {
            Bandwidth.builder()
                    .capacity(4)
                    .refillGreedy(1, Duration.ofNanos(10))
                    .initialTokens(level)
                    .build()
        });
        assertThat(rate).isNotNull();
        return new Word(rate, -rate.initial);
    }

    private void takeLater(Word word, long tokens, long ticks) {
        overtaken.time.plus(ticks);
        assertThat(word.tryConsume(tokens, overtakenClock)).isEqualTo(Word.GRANTED);
    }

    @Test
    void a_call_is_not_refused_by_a_state_that_is_later_than_its_time() {
        Word word = wordOfFour(1);
        overtaken.others = () -> takeLater(word, 1, 10);
        // There was always a token: one at 0, two at 10 before the other call, one after it.
        assertThat(word.tryConsume(1, overtakenClock)).isEqualTo(Word.GRANTED);
        assertThat(word.available(overtakenClock)).isZero();
    }

    @Test
    void a_call_that_is_granted_as_of_an_earlier_time_charges_as_if_it_came_after_the_others() {
        Word word = wordOfFour(4);
        overtaken.others = () -> takeLater(word, 1, 15);
        assertThat(word.tryConsume(1, overtakenClock)).isEqualTo(Word.GRANTED);
        assertThat(word.available(overtakenClock)).isEqualTo(2);
        overtaken.time.plus(10);
        assertThat(word.available(overtakenClock)).isEqualTo(3);
    }

    @Test
    void a_call_takes_no_token_that_came_after_its_time() {
        Word word = wordOfFour(4);
        overtaken.others = () -> takeLater(word, 4, 9);
        assertThat(word.tryConsume(1, overtakenClock)).isEqualTo(Word.REFUSED);
    }

    @Test
    void a_call_that_is_overtaken_again_and_again_is_left_to_the_budget() {
        Word word = wordOfFour(1);
        Runnable[] overtake = new Runnable[1];
        int[] others = {0};
        overtake[0] = () -> {
            takeLater(word, 1, 10);
            others[0]++;
            overtaken.others = overtake[0];
        };
        overtaken.others = overtake[0];
        overtaken.reads = 0;
        assertThat(word.tryConsume(1, overtakenClock)).isEqualTo(Word.UNDECIDED);
        assertThat(others[0]).isEqualTo(Word.TURNS);
        assertThat(overtaken.reads).isEqualTo(2 * Word.TURNS);
        assertThat(word.available(overtakenClock)).isEqualTo(-1);
        assertThat(others[0]).isEqualTo(2 * Word.TURNS);
    }
}
