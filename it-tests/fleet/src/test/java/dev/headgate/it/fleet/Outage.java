package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.ArrivalCheck;
import dev.headgate.it.support.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A time without Redis, as a fleet of two goes through it under twice the load of its limit of 100/s: with Redis, without, and
 * with it again.
 */
final class Outage {
    static final String RULE = "a.test: {limits: [100/s], wait: 0}";
    static final int TIMEOUT_MILLIS = 200;
    private static final int LIMIT = 100;
    private static final int THREADS = 4;
    private static final Duration BEFORE = Duration.ofMillis(1_200);
    private static final Duration AFTER = Duration.ofMillis(2_200);
    private static final Duration RETURN = Duration.ofSeconds(3);
    private static final Duration SLACK = Duration.ofMillis(60);
    private static final long SETTLED = TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS + 60);

    private final List<Member> members;
    private final List<Offer> offers = new ArrayList<>();
    private long began;
    private long lost;
    private long returned;
    private long back;
    private long ended;

    private Outage(List<Member> members) {
        this.members = members;
    }

    /** Goes through one and asserts all that is promised. */
    static void survive(List<Member> members, Runnable lose, Duration lasts, Runnable giveBack) {
        Outage outage = new Outage(members);
        try {
            outage.live(lose, lasts, giveBack);
        } finally {
            outage.offers.forEach(Offer::close);
        }
        outage.assertCallers();
        outage.assertFleet();
        outage.assertShares();
        outage.assertSaid();
    }

    private void live(Runnable lose, Duration lasts, Runnable giveBack) {
        began = System.nanoTime();
        for (Member member : members) {
            offers.add(Offer.to(
                    member.downstream("a.test"), THREADS, 2 * LIMIT / members.size(), 40 + 10 * offers.size()));
        }
        Pause.of(BEFORE);
        lost = System.nanoTime();
        lose.run();
        Pause.of(lasts);
        giveBack.run();
        returned = System.nanoTime();
        for (Member member : members) {
            Awaitility.await("Redis decides again: " + member.journal())
                    .pollInterval(Duration.ofMillis(20))
                    .atMost(RETURN)
                    .until(() -> !member.journal().recoveries().isEmpty());
        }
        back = System.nanoTime();
        Pause.of(AFTER);
        offers.forEach(Offer::close);
        ended = System.nanoTime();
    }

    private void assertCallers() {
        Duration bound = Duration.ofMillis(TIMEOUT_MILLIS).plus(SLACK);
        for (Offer offer : offers) {
            offer.calls().assertBounded(bound);
            List<String> paid = offer.calls().made().stream()
                    .filter(call -> call.started() > lost + SETTLED && call.started() < returned)
                    .filter(call -> call.took().compareTo(SLACK) > 0)
                    .map(call -> millis(call.started()) + ": " + call.took().toMillis() + " ms")
                    .toList();
            assertThat(paid)
                    .as("calls that paid although it was known, by ms after the loss")
                    .isEmpty();
        }
    }

    // What Redis knew of the last second is lost once with the outage and the shares' own once with its end.
    private void assertFleet() {
        assertThat(most(began, lost)).as("most in 900 ms before").isLessThanOrEqualTo(LIMIT);
        assertThat(most(began, ended)).as("most in 900 ms ever").isLessThanOrEqualTo(2 * LIMIT);
        long settled = returned + TimeUnit.SECONDS.toNanos(1) + (back - returned);
        assertThat(most(settled, ended)).as("most in 900 ms at the end").isLessThanOrEqualTo(LIMIT);
        double seconds = (ended - began) / 1e9;
        assertThat(admitted(began, ended))
                .as("admitted in " + seconds + " s")
                .hasSizeLessThanOrEqualTo((int) (LIMIT * seconds) + 3 * LIMIT);
    }

    private void assertShares() {
        int share = LIMIT / members.size();
        for (Offer offer : offers) {
            List<Long> times = offer.calls().admitted(lost + SETTLED, returned);
            assertThat(ArrivalCheck.mostIn(Duration.ofMillis(900), times))
                    .as("most in 900 ms on the share")
                    .isLessThanOrEqualTo(share);
            double seconds = (returned - lost - SETTLED) / 1e9;
            assertThat(times).as("on the share, in " + seconds + " s").hasSizeGreaterThanOrEqualTo((int)
                    (0.5 * share * seconds));
        }
    }

    private void assertSaid() {
        for (Member member : members) {
            assertThat(member.journal().warnings()).hasSize(1).allMatch(line -> line.startsWith("HG-4"));
            assertThat(member.journal().recoveries()).hasSize(1);
        }
    }

    private long millis(long time) {
        return TimeUnit.NANOSECONDS.toMillis(time - lost);
    }

    private List<Long> admitted(long from, long to) {
        List<Long> all = new ArrayList<>();
        offers.forEach(offer -> all.addAll(offer.calls().admitted(from, to)));
        return all;
    }

    private int most(long from, long to) {
        return ArrivalCheck.mostIn(Duration.ofMillis(900), admitted(from, to));
    }
}
