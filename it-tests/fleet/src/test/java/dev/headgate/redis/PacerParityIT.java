package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.ManualMeter;
import dev.headgate.limiter.Pacing;
import dev.headgate.limiter.Reservation;
import dev.headgate.throttle.Pacer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pacer in scripts against the one in Java: the same reports at the same times, and every number the same after each. */
class PacerParityIT extends OnServer {
    private static final long SECOND = 1_000_000;
    private static final int STEPS = Boolean.getBoolean("headgate.full") ? 20_000 : 1_500;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void every_number_is_the_same_after_every_report(long seed) throws LineBrokenException {
        Run run = new Run(seed);
        for (int step = 0; step < STEPS; step++) {
            run.step(step);
        }
        assertThat(run.cuts).as("cuts").matches(cuts -> cuts > 0 == run.adaptive);
        assertThat(run.recoveries).as("recoveries").isPositive();
        assertThat(run.probesServed).as("probes that were served").isPositive();
    }

    @Test
    void a_cut_and_what_follows_by_hand() throws LineBrokenException {
        Schedule lead = budget();
        assertThat(tell(lead, 0, told(0, 0, 900, 0, 0))).isEqualTo(new Reply.Pace(0, 0));
        tell(lead, 0, told(0, 0, 0, 40, 0));
        // 900 calls in 9 s: R = 100 a second; 60 of 100 served: p x max(0.7, 1.5 x 0.6).
        assertThat(tell(lead, 9_000, told(0, 0, 0, 20, 40))).isEqualTo(new Reply.Pace(90_000, 100_000));
        // + 0.05 x R / p
        assertThat(tell(lead, 9_100, told(0, 0, 0, 1, 0))).isEqualTo(new Reply.Pace(90_055, 100_000));
    }

    private static Reply.Pace tell(Schedule lead, double millis, News.Told told) throws LineBrokenException {
        return talk.decide(List.of(lead), at(millis).with(new News(null, null, told)), List.of())
                .pace();
    }

    /** Reports and calls of one rule, to Redis and to a schedule and a pacer in this process. */
    private static final class Run {
        private final Random random;
        private final Schedule lead = budget();
        private final ManualMeter clock = ManualMeter.wall(0);
        private final LocalBucket bucket;
        private final long tightest;
        private final boolean adaptive;
        private final Pacer pacer;
        private final String name;
        private long now = EPOCH_DAY;
        private double failing;
        private long gap;
        private int cuts;
        private int recoveries;
        private int probesServed;

        Run(long seed) {
            random = new Random(seed);
            tightest = seed % 2 == 0 ? 0 : 1_000 + random.nextInt(200_000);
            adaptive = seed != 5;
            pacer = new Pacer(SECOND, tightest, Pacer.ONE_A_SECOND, adaptive);
            name = "seed " + seed;
            clock.at(now * 1_000);
            bucket = Bucket.builder()
                    .allowNoLimit()
                    .withCustomTimePrecision(clock)
                    .build();
        }

        void step(int step) throws LineBrokenException {
            pass();
            clock.at(now * 1_000);
            if (step % 60 == 0) {
                failing = random.nextInt(3) == 0 ? random.nextDouble() / 2 : 0;
            }
            if (random.nextInt(3) == 0) {
                call("a call before step " + step + " of " + name);
            }
            News.Told told = random();
            Reply reply = talk.decide(List.of(lead), terms().with(new News(null, null, told)), List.of());
            String what = told + " in step " + step + " of " + name;
            boolean engaged = pacer.isEngaged();
            Reply.Restraint restraint = reply.restraints().isEmpty()
                    ? new Reply.Restraint(0, 0, 0)
                    : reply.restraints().get(0);
            hear(told, restraint.probeMicros() != 0);
            assertThat(reply.pace()).as(what).isEqualTo(new Reply.Pace(pacer.pace(), pacer.before()));
            assertThat(restraint.gapMicros()).as(what).isEqualTo(pacer.gap());
            assertThat(restraint.pauseMicros() * 1_000)
                    .as(what)
                    .isEqualTo(bucket.pacing().nanosPaused());
            recoveries += engaged && !pacer.isEngaged() ? 1 : 0;
        }

        private Terms terms() {
            return new Terms(now, RedisTracePlayer.ANY_SKEW);
        }

        private void pass() {
            switch (random.nextInt(40)) {
                case 0 -> now += 11 * SECOND + random.nextInt(1_000_000);
                case 1 -> now += random.nextInt(8) == 0 ? 61 * SECOND : 3 * SECOND;
                case 2 -> now -= random.nextInt(1_000_001);
                case 3 -> now -= random.nextInt(5) == 0 ? SECOND + 1 + random.nextInt(5_000_000) : 0;
                default -> now += random.nextInt(200_000);
            }
        }

        /** A call that costs nothing takes a slot behind the pause and the gap. */
        private void call(String what) throws LineBrokenException {
            long wait = random.nextInt(3) * SECOND;
            Reply reply = talk.decide(List.of(lead), terms(), List.of(new Ask(List.of(new long[0]), wait)));
            Reservation place = bucket.reserve(new long[0], wait * 1_000);
            Decision decision = reply.decisions().get(0);
            if (decision instanceof Decision.Refused refused) {
                assertThat(place.isGranted()).as(what).isFalse();
                assertThat(refused.comeBackMicros() * 1_000).as(what).isEqualTo(place.nanosToComeBack());
            } else {
                assertThat(place.isGranted()).as(what).isTrue();
                long waits = decision instanceof Decision.Slot slot ? slot.waitMicros() : 0;
                assertThat(waits * 1_000).as(what).isEqualTo(place.nanosToWait());
            }
        }

        private News.Told random() {
            int calls = random.nextInt(30);
            int bad = 0;
            for (int i = 0; i < calls; i++) {
                bad += random.nextDouble() < failing ? 1 : 0;
            }
            boolean ordered = random.nextInt(40) == 0;
            return new News.Told(
                    ordered ? 1 + random.nextInt(3_000_000) : 0,
                    ordered && random.nextInt(2) == 0 ? 2 * SECOND : 0,
                    random.nextInt(60) == 0 ? 1 + random.nextInt(2_000_000) : 0,
                    random.nextInt(90) == 0 ? 1 + random.nextInt(4_000_000) : 0,
                    random.nextInt(40) - 2,
                    random.nextInt(10) == 0 ? 0 : calls - bad,
                    bad,
                    tightest,
                    adaptive,
                    0,
                    0);
        }

        /** The same, told in this process. */
        private void hear(News.Told told, boolean probing) {
            Pacing pacing = bucket.pacing();
            if (told.admitted() != 0) {
                pacer.admitted(now, told.admitted());
            }
            if (told.succeeded() > 0 && pacing.served()) {
                pacer.resume(now);
                probesServed++;
            }
            cuts += pacer.results(now, told.succeeded(), told.overloaded()) ? 1 : 0;
            boolean own = told.backoffMicros() > told.pauseMicros() && !pacer.serves(now);
            long pause = own ? told.backoffMicros() : told.pauseMicros();
            boolean known = !own || pacer.knows(now);
            if (pause > 0 && known) {
                pacer.pause(now, now + pause);
            }
            if (pause > 0) {
                pacing.pause(pause * 1_000, own ? 0 : told.probeMicros() * 1_000);
            }
            if (told.partMicros() > 0) {
                pacer.pausePart(now, now + told.partMicros());
            }
            pacer.settle(now, probing ? Long.MAX_VALUE : now + (pacing.nanosToLastSlot() + 999) / 1_000);
            if (pacer.gap() != gap) {
                gap = pacer.gap();
                pacing.pace(gap * 1_000);
            }
        }
    }
}
