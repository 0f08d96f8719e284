package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Random operations on all kinds and mixes, answer by answer against {@link PlainBudget}. */
class ComparisonTest {
    private static final boolean FULL = Boolean.getBoolean("headgate.full");

    @TestFactory
    Stream<DynamicTest> every_answer_is_that_of_the_plain_model() {
        long steps = FULL ? 1_000_000 : 20_000;
        return Stream.of(1L, 2L, 3L)
                .limit(FULL ? 3 : 1)
                .flatMap(seed -> RandomPlan.SHAPES.stream()
                        .map(shape -> DynamicTest.dynamicTest(
                                shape + ", seed " + seed, () -> new Run(shape, seed).steps(steps))));
    }

    /** One random trace; a new one begins every 500 steps. */
    private static final class Run {
        private final String shape;
        private final long seed;
        private RandomPlan plan;
        private Random random;
        private Budget ours;
        private PlainBudget plain;
        private final List<Place> places = new ArrayList<>();
        private final List<PlainBudget.Answer> answers = new ArrayList<>();
        private long now;
        private long comeBack;
        private boolean freed;

        /** Whether this trace fills a hole at once, or makes several before it does. */
        private boolean fills;

        private int number;

        Run(String shape, long seed) {
            this.shape = shape;
            this.seed = seed;
            begin();
        }

        private void begin() {
            plan = new RandomPlan(shape, seed * 1_000_003 + number);
            random = plan.random;
            now = plan.start;
            ours = new Budget(plan.limits, now, RandomPlan.SECOND);
            plain = new PlainBudget(plan.limits, now, RandomPlan.SECOND);
            places.clear();
            answers.clear();
            fills = random.nextBoolean();
        }

        void steps(long steps) {
            for (number = 0; number < steps; number++) {
                if (number % 500 == 499) {
                    begin();
                }
                step();
            }
        }

        private void step() {
            boolean back = comeBack != 0 && random.nextInt(4) == 0;
            now = back ? Math.max(now, comeBack + plan.pick(-1, 0, 0)) : plan.nextTime(now, plain.last());
            comeBack = back ? 0 : comeBack;
            double way = random.nextDouble();
            if (way < 0.01) {
                now = Math.max(
                        plan.start,
                        now
                                - plan.pick(
                                        1,
                                        RandomPlan.SECOND / 2,
                                        RandomPlan.SECOND,
                                        RandomPlan.SECOND + 1,
                                        20L * RandomPlan.SECOND));
            }
            long most = plain.largestCost();
            if (freed && random.nextInt(10) < (fills ? 7 : 2)) {
                freed = false;
                reserve(plan.pick(1, 1, plan.cost(most)), 100 * RandomPlan.SECOND);
            } else if (way < 0.15) {
                reserve(plan.cost(most), 0);
            } else if (way < 0.45 && !places.isEmpty()) {
                cancel();
            } else if (way < 0.55) {
                look();
            } else if (way < 0.62) {
                administer(way, most);
            } else {
                reserve(plan.cost(most), plan.maxWait());
            }
        }

        private void same(Object our, Object theirs) {
            assertThat(our).as("step %d of %s, seed %d", number, shape, seed).isEqualTo(theirs);
        }

        private void reserve(long n, long maxWait) {
            boolean granted = ours.reserve(n, null, now, maxWait);
            PlainBudget.Answer answer = plain.reserve(n, now, maxWait);
            same(granted, answer.granted);
            same(granted ? ours.slot : ours.comeBack, answer.time);
            if (!granted) {
                comeBack = answer.time;
            } else if (ours.place != null) {
                places.add(ours.place);
                answers.add(answer);
            }
        }

        private void cancel() {
            do {
                int at = random.nextInt(places.size());
                freed = ours.cancel(places.remove(at), now);
                same(freed, plain.cancel(answers.remove(at), now));
            } while (!fills && !places.isEmpty() && random.nextInt(3) > 0);
        }

        private void look() {
            same(ours.available(now), plain.available(now));
            if (random.nextInt(3) == 0) {
                same(ours.fullAt(now), plain.fullAt(now));
            }
        }

        private void administer(double way, long most) {
            long n = plan.upTo(most);
            if (way < 0.57) {
                same(ours.owe(2 * n, null, now), plain.owe(2 * n, now));
            } else if (way < 0.60) {
                boolean force = random.nextInt(3) == 0;
                ours.add(n, now, force);
                plain.add(n, now, force);
            } else if (way < 0.605) {
                ours.reset(now);
                plain.reset(now);
            } else {
                plan.limits = plan.limits();
                TokensInheritanceStrategy how = TokensInheritanceStrategy.values()[random.nextInt(4)];
                ours.replace(plan.limits, how, now);
                plain.replace(plan.limits, how, now);
            }
        }
    }
}
