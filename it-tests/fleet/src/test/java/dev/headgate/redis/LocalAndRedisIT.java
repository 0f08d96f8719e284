package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.Claim;
import dev.headgate.limiter.Claims;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.LocalBucketBuilder;
import dev.headgate.limiter.ManualMeter;
import dev.headgate.limiter.Pacing;
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
        private final List<Boolean> bare = new ArrayList<>();
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
                bare.add(i > 0 && random.nextInt(3) == 0);
                String each = i == 0 ? shape : RandomPlan.SHAPES.get(random.nextInt(RandomPlan.SHAPES.size()));
                plans.add(new RandomPlan(each, random, SECOND));
            }
            this.now = plans.get(0).start;
            this.clock = ManualMeter.wall(0).at(now);
            for (int i = 0; i < count; i++) {
                List<Bandwidth> limits =
                        bare.get(i) ? List.of() : List.of(plans.get(i).currentLimits());
                LocalBucketBuilder local = Bucket.builder().allowNoLimit();
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
                if (random.nextInt(6) == 0) {
                    restrain();
                } else if (!places.isEmpty() && random.nextInt(3) == 0) {
                    cancel();
                } else {
                    ask(1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 2));
                }
            }
        }

        /** Something beside the limits begins to hold calls back, or ends. */
        private void restrain() throws LineBrokenException {
            int i = random.nextInt(schedules.size());
            Pacing pacing = buckets.get(i).pacing();
            long micros = 1
                    + random.nextInt(1 + (int) Math.min(5 * SECOND, plans.get(i).maxWait() / 4));
            long probe = random.nextInt(3) == 0 ? 1 + random.nextInt(2_000_000) : 0;
            switch (random.nextInt(4)) {
                case 0 -> {
                    order(i, new News.Ordered(0, micros, probe, false));
                    pacing.pause(micros, probe);
                }
                case 1 -> {
                    order(i, new News.Ordered(0, 0, 0, true));
                    pacing.served();
                }
                default -> {
                    long gap = random.nextInt(2) * micros;
                    if (Long.valueOf(1)
                            .equals(server.call(
                                    "EVAL", PACE, 1, schedules.get(i).key(), gap, now))) {
                        pacing.pace(gap);
                    }
                }
            }
        }

        private void order(int schedule, News.Ordered ordered) throws LineBrokenException {
            talk.decide(List.of(schedules.get(schedule)), terms().with(new News(null, ordered, null)), List.of());
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
                long[] each = new long[bare.get(i) ? 0 : plans.get(i).currentLimits().length];
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
            boolean free = Arrays.stream(costs.get(0)).allMatch(cost -> cost == 0);
            if (way == 1 && asked.size() == 1 && !free) {
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
                long[] costs = ask.costs().get(0);
                expected.add("refused, come back in "
                        + Arrays.stream(first.nanosToComeBack(costs)).max().orElse(0));
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

    /** Puts a gap into a state, as the pacer of its rule would; 0: there is no state. */
    private static final String PACE = """
            local stored = redis.call('GET', KEYS[1])
            if not stored then return 0 end
            local values, n = {}, 0
            local function keep(...) n = select('#', ...) for i = 1, n do values[i] = (select(i, ...)) end end
            keep(cmsgpack.unpack(stored))
            values[8] = tonumber(ARGV[1])
            values[2] = math.max(values[2], tonumber(ARGV[2]))
            redis.call('SET', KEYS[1], cmsgpack.pack(unpack(values, 1, n)), 'KEEPTTL')
            return 1
            """;

    /** A slot that both gave. */
    private record Place(Reservation local, Schedule schedule, long[] ticket) {}
}
