package dev.headgate.config;

import dev.headgate.config.RuleBody.Written;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.Backoff;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.signal.SignalTerms.Family;
import dev.headgate.throttle.signal.SignalTerms.ResetUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether what rules say of pauses and rejections fits together, wherever each part of it was written. */
final class BackoffChecks {
    private final Report report;

    /** Places of {@code defaults} that have been told of once and not again for each rule. */
    private final Set<Span> told = new HashSet<>();

    BackoffChecks(Report report) {
        this.report = report;
    }

    void run(List<DraftRule> rules) {
        for (DraftRule rule : rules) {
            BackoffBody backoff = rule.body().backoff();
            if (backoff != null) {
                pauses(backoff);
                signals(rule, backoff);
            }
            reject(rule);
        }
    }

    private void pauses(BackoffBody backoff) {
        Written<Long> floor = backoff.floorNanos();
        Written<Long> floorMax = backoff.floorMaxNanos();
        Written<Long> maxPause = backoff.maxPauseNanos();
        if (floor != null && floorMax != null && floor.value() > floorMax.value()) {
            shorter("floor-max", floorMax, "floor", floor);
        } else if (maxPause != null && floor != null && floor.value() > maxPause.value()) {
            shorter("max-pause", maxPause, "floor", floor);
        } else if (maxPause != null && floorMax != null && floorMax.value() > maxPause.value()) {
            shorter("max-pause", maxPause, "floor-max", floorMax);
        } else {
            longer("floor", floor, maxPause);
            longer("floor-max", floorMax, maxPause);
        }
    }

    private void shorter(String key, Written<Long> value, String other, Written<Long> least) {
        error(
                value.at(),
                "`" + key + "` of " + Units.text(value.value()) + " is shorter than the `" + other + "` of "
                        + Units.text(least.value())
                        + (value.at().line() == least.at().line() || least.at().line() == 0
                                ? ""
                                : " of line " + least.at().line()),
                "no pause could be both; make one of them longer, or the other shorter");
    }

    private void longer(String key, @Nullable Written<Long> value, @Nullable Written<Long> maxPause) {
        long longest = Backoff.DEFAULT.maxPauseNanos();
        if (value != null && maxPause == null && value.value() > longest) {
            error(
                    value.at(),
                    "`" + key + "` of " + Units.text(value.value()) + " is longer than `max-pause`, which is "
                            + Units.text(longest) + " if not given",
                    "give `max-pause` too, or make this shorter");
        }
    }

    private void signals(DraftRule rule, BackoffBody backoff) {
        Written<ResetUnit> resetUnit = backoff.resetUnit();
        Written<?> headers = resetUnit == null ? backoff.signals() : resetUnit;
        if (rule.isJdbc() && headers != null) {
            warning(headers.at(), "headers that a database does not send are named for " + Shown.quoted(rule.name()));
        } else if (resetUnit != null && !backoff.reads(Family.RATE_LIMIT)) {
            error(
                    resetUnit.at(),
                    "`reset-unit` is about headers of `rate-limit`, and `signals` does not name them",
                    "write signals: [retry-after, rate-limit], or take it out");
        }
    }

    private void reject(DraftRule rule) {
        Written<Reject> reject = rule.body().reject();
        if (reject != null && reject.value() == Reject.RESPONSE && rule.isJdbc()) {
            warning(
                    reject.at(),
                    "`reject: response` of " + Shown.quoted(rule.name())
                            + " has no effect: a database call fails with an exception");
        }
    }

    private void warning(Span at, String message) {
        report.warning(at, message, "take it out");
    }

    private void error(Span at, String message, String hint) {
        if (at.line() == 0 || told.add(at)) {
            report.error(at, message, hint);
        }
    }
}
