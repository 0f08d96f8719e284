package dev.headgate.config;

import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.config.yaml.Span;
import dev.headgate.limiter.Algorithm;
import dev.headgate.limiter.Bandwidth;
import java.math.BigInteger;
import java.util.List;

/** Numbers that cannot have the effect that they seem to have: warnings, because the file means something without them. */
final class WaitChecks {
    private final Report report;
    private final int mostWaiting;

    WaitChecks(Report report, int mostWaiting) {
        this.report = report;
        this.mostWaiting = mostWaiting;
    }

    void run(List<DraftRule> rules) {
        for (DraftRule rule : rules) {
            queue(rule);
            for (WrittenLimit limit : rule.limits()) {
                depth(rule, limit);
                fraction(limit);
            }
        }
    }

    private void queue(DraftRule rule) {
        Integer queue = rule.body().queue();
        if (queue == null || queue == 0 || rule.body().queueAt().equals(Span.START)) {
            return;
        }
        String name = Shown.quoted(rule.name());
        if (rule.waitNanos() == 0) {
            warnQueue(rule, "`queue` of " + name + " is never used: with `wait: 0` no call waits");
        } else if (queue > mostWaiting) {
            warnQueue(
                    rule,
                    "`queue` of " + name + " can never fill: `waiting: {max: " + mostWaiting
                            + "}` lets fewer calls wait in the whole process");
        } else if (!rule.limits().isEmpty() && keyless(rule)) {
            long most = Long.MAX_VALUE;
            for (WrittenLimit limit : rule.limits()) {
                most = Math.min(most, goWithin(limit.limit().bandwidth(), rule.waitNanos()));
            }
            boolean costsNothing = rule.limits().stream()
                    .anyMatch(limit -> !limit.limit().costs().isEmpty());
            if (queue > most && !costsNothing) {
                warnQueue(
                        rule,
                        "`queue` of " + name + " can never fill: within a wait of " + Units.text(rule.waitNanos())
                                + " at most " + most + " calls come to their turn");
            }
        }
    }

    private void warnQueue(DraftRule rule, String message) {
        report.warning(rule.body().queueAt(), message, "make the queue smaller, or the wait longer");
    }

    private static boolean keyless(DraftRule rule) {
        KeyParts key = rule.body().key();
        boolean own = rule.limits().stream().anyMatch(limit -> limit.key() != null);
        return (key == null || key.parts().isEmpty()) && !own;
    }

    /** Returns how many tokens can at most be given to waiting calls within so long. */
    private static long goWithin(Bandwidth bandwidth, long nanos) {
        BigInteger flow = product(bandwidth.getRefillTokens(), nanos).divide(big(bandwidth.getRefillPeriodNanos()));
        boolean even = bandwidth.getAlgorithm() == Algorithm.TOKEN_BUCKET
                || bandwidth.getAlgorithm() == Algorithm.LEAKY_BUCKET
                || bandwidth.isSpread();
        BigInteger most = even
                ? flow.add(BigInteger.ONE)
                : big(nanos / bandwidth.getRefillPeriodNanos() + 1).multiply(big(bandwidth.getRefillTokens()));
        return most.min(big(Long.MAX_VALUE)).longValue();
    }

    private void depth(DraftRule rule, WrittenLimit limit) {
        Bandwidth bandwidth = limit.limit().bandwidth();
        boolean queue = bandwidth.getAlgorithm() == Algorithm.LEAKY_BUCKET && !bandwidth.isMeter();
        if (!queue || !limit.limit().text().contains("depth")) {
            return;
        }
        long most = goWithin(bandwidth, rule.waitNanos());
        if (bandwidth.getDepth() > most) {
            report.warning(
                    limit.at(),
                    "`depth` of " + bandwidth.getDepth() + " can never fill: within the wait of "
                            + Units.text(rule.waitNanos()) + " of " + Shown.quoted(rule.name()) + " at most " + most
                            + " tokens leave",
                    "make the depth smaller, or the wait longer");
        }
    }

    /** What flows into a full bucket while a wait is rounded up to the tick is lost. */
    private void fraction(WrittenLimit limit) {
        Bandwidth bandwidth = limit.limit().bandwidth();
        boolean fills = bandwidth.getAlgorithm() == Algorithm.TOKEN_BUCKET
                || bandwidth.getAlgorithm() == Algorithm.LEAKY_BUCKET;
        long cost = limit.largestCost();
        boolean loses = product(cost, bandwidth.getRefillPeriodNanos())
                        .mod(big(bandwidth.getRefillTokens()))
                        .signum()
                != 0;
        if (fills && loses && cost == bandwidth.getCapacity()) {
            report.note(
                    limit.at(),
                    "a call that costs the whole capacity loses a fraction of a nanosecond each time",
                    bandwidth.getAlgorithm() == Algorithm.LEAKY_BUCKET && !bandwidth.isMeter()
                            ? "a `release` above " + cost + " keeps it"
                            : "a larger capacity keeps it");
        }
    }

    private static BigInteger product(long a, long b) {
        return big(a).multiply(big(b));
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }
}
