package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.Claim;
import dev.headgate.limiter.Claims;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.LocalBucketBuilder;
import dev.headgate.limiter.ManualMeter;
import dev.headgate.limiter.RandomPlan;
import dev.headgate.limiter.Reservation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The local limiter, counting microseconds, against the scripts: the same calls, each with its own cost for every limit of one
 * to three budgets, give the same answers; those in Redis are merged at random.
 */
class LocalAndRedisIT extends OnServer {
    private static final long SECOND = 1_000_000;
    private static final int STEPS = Boolean.getBoolean("headgate.full") ? 4_000 : 250;

    @TestFactory
    Stream<DynamicTest> both_answer_the_same() {
        return Stream.of(1L, 2L)
                .flatMap(seed -> RandomPlan.SHAPES.stream()
                        .map(shape ->
                                DynamicTest.dynamicTest(shape + ", seed " + seed, () -> new Run(shape, seed).steps())));
    }

    /** Random calls on one to three budgets, the first of a given shape. */
    private static final class Run {
        private final String name;
        private final Random random;
        private final List<RandomPlan> plans = new ArrayList<>();
        private final List<LocalBucket> buckets = new ArrayList<>();
        private final List<Schedule> schedules = new ArrayList<>();
        private final List<Place> places = new ArrayList<>();
        private final ManualMeter clock;
        private long now;
        private int step;

        Run(String shape, long seed) throws LineBrokenException {
            this.name = shape + ", seed " + seed;
            this.random = new Random(shape.hashCode() * 31L + seed);
            int count = 1 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                String each = i == 0 ? shape : RandomPlan.SHAPES.get(random.nextInt(RandomPlan.SHAPES.size()));
                plans.add(new RandomPlan(each, random, SECOND));
            }
            this.now = plans.get(0).start;
            this.clock = ManualMeter.wall(0).at(now);
            for (int i = 0; i < count; i++) {
                List<Bandwidth> limits = List.of(plans.get(i).currentLimits());
                LocalBucketBuilder local = Bucket.builder();
                limits.forEach(local::addLimit);
                buckets.add(local.withCustomTimePrecision(clock).build());
                List<Bandwidth> micros = limits.stream().map(Micros::of).toList();
                Schedules made = new Schedules("hg", "random", List.of(shape, "" + seed, "" + i), micros, 0);
                schedules.add(made.schedule(null, false));
                talk.admin(Admin.available(schedules.get(i), terms()));
            }
        }

        private Terms terms() {
            return new Terms(now, RedisTracePlayer.ANY_SKEW);
        }

        void steps() throws LineBrokenException {
            for (step = 0; step < STEPS; step++) {
                RandomPlan plan = plans.get(random.nextInt(plans.size()));
                now = plan.nextTime(now, now + plan.maxWait());
                clock.at(now);
                if (!places.isEmpty() && random.nextInt(3) == 0) {
                    cancel();
                } else {
                    ask(1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 2));
                }
            }
        }

        private void ask(int count) throws LineBrokenException {
            List<Integer> asked = new ArrayList<>();
            for (int i = 0; i < schedules.size(); i++) {
                if (random.nextInt(3) > 0 || i == schedules.size() - 1 && asked.isEmpty()) {
                    asked.add(i);
                }
            }
            List<Schedule> some = asked.stream().map(schedules::get).toList();
            List<Ask> asks = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            List<@Nullable Reservation> given = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Ask ask = randomAsk(asked);
                asks.add(ask);
                given.add(local(asked, ask, expected));
            }
            Reply reply = talk.decide(some, terms(), asks);
            for (int i = 0; i < count; i++) {
                Decision decision = reply.decisions().get(i);
                assertThat(told(decision))
                        .as("ask %d of step %d of %s: %s of %s", i, step, name, text(asks.get(i)), some)
                        .isEqualTo(expected.get(i));
                Reservation reservation = given.get(i);
                if (decision instanceof Decision.Slot && reservation != null) {
                    Decision.Slot slot = (Decision.Slot) decision;
                    places.add(new Place(reservation, some.get(slot.schedule()), slot.ticket()));
                }
            }
        }

        private Ask randomAsk(List<Integer> asked) {
            List<long[]> costs = new ArrayList<>();
            List<long[]> leaving = new ArrayList<>();
            for (int i : asked) {
                long[] each = new long[plans.get(i).currentLimits().length];
                long[] left = new long[each.length];
                for (int k = 0; k < each.length; k++) {
                    long most = plans.get(i).currentLimits()[k].getCapacity();
                    each[k] = random.nextInt(5) == 0 ? 0 : plans.get(i).cost(most);
                    left[k] = random.nextInt(4) == 0 ? 0 : plans.get(i).cost(most);
                }
                costs.add(each);
                leaving.add(left);
            }
            int way = random.nextInt(12);
            if (way == 0 && asked.size() == 1) {
                return new Ask(costs, 0, leaving);
            }
            if (way == 1 && asked.size() == 1) {
                return new Ask(costs, random.nextBoolean() ? Ask.LOOK : Ask.OWE);
            }
            return new Ask(costs, plans.get(asked.get(0)).maxWait());
        }

        /** What the local limiter says, in the words of {@link #told}. */
        private @Nullable Reservation local(List<Integer> asked, Ask ask, List<String> expected) {
            List<Claim> claims = new ArrayList<>();
            for (int i = 0; i < asked.size(); i++) {
                claims.add(new Claim(buckets.get(asked.get(i)), ask.costs().get(i)));
            }
            LocalBucket first = claims.get(0).bucket();
            List<long[]> leaving = ask.leaving();
            if (ask.maxWaitMicros() == Ask.OWE) {
                first.owe(ask.costs().get(0));
                expected.add("goes");
                return null;
            }
            if (ask.maxWaitMicros() == Ask.LOOK) {
                long[] each = first.nanosToComeBack(ask.costs().get(0));
                expected.add(
                        "refused, come back in " + Arrays.stream(each).max().orElse(0));
                return null;
            }
            Reservation place = leaving != null
                    ? first.takeLeaving(ask.costs().get(0), leaving.get(0))
                    : Claims.reserve(claims, ask.maxWaitMicros());
            if (!place.isGranted()) {
                expected.add("refused, come back in " + place.nanosToComeBack());
            } else if (place.nanosToWait() == 0) {
                expected.add("goes");
            } else {
                List<Claim> still = place.stillToAsk();
                int taken = 0;
                while (still.contains(claims.get(taken))) {
                    taken++;
                }
                expected.add("waits " + place.nanosToWait() + " for " + taken);
            }
            return place;
        }

        private static String told(Decision decision) {
            if (decision instanceof Decision.Slot) {
                Decision.Slot slot = (Decision.Slot) decision;
                return "waits " + slot.waitMicros() + " for " + slot.schedule();
            }
            return decision instanceof Decision.Refused
                    ? "refused, come back in " + ((Decision.Refused) decision).comeBackMicros()
                    : "goes";
        }

        private void cancel() throws LineBrokenException {
            Place place = places.remove(random.nextInt(places.size()));
            assertThat(talk.cancel(place.schedule, terms(), place.ticket))
                    .as("cancel in step %d of %s", step, name)
                    .isEqualTo(place.local.cancel());
        }

        private static String text(Ask ask) {
            return ask.costs().stream().map(Arrays::toString).toList() + " within " + ask.maxWaitMicros();
        }
    }

    /** A slot that both gave. */
    private record Place(Reservation local, Schedule schedule, long[] ticket) {}
}
