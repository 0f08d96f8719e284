package dev.headgate.engine;

import dev.headgate.boot.Stats;
import java.util.List;
import java.util.Set;

/** What the agent says of itself: one line at the start, and at the end what became of the calls. */
final class SelfReport {
    private final Seams seams;
    private final AgentLog log;

    SelfReport(Seams seams, AgentLog log) {
        this.seams = seams;
        this.log = log;
    }

    void started(String summary) {
        Set<String> found = seams.librariesFound();
        String version = SelfReport.class.getPackage().getImplementationVersion();
        log.info((version == null ? "unpacked classes" : version) + " on JDK " + System.getProperty("java.version")
                + ": " + summary + "; seams so far: " + (found.isEmpty() ? "none" : String.join(", ", found)));
    }

    void ended(Rules rules) {
        for (Stats.Row row : rules.now()) {
            if (row.offered > 0) {
                log.info(line(row));
            }
        }
        rules.troubles().forEach(log::info);
        rules.store().ifPresent(log::info);
        List<String> unused = rules.unused();
        if (!unused.isEmpty()) {
            log.warn("HG-306", "no call matched the rules " + String.join(", ", unused));
        }
        for (int i = 0; i < seams.size(); i++) {
            Stats.Seam seam = Stats.seam(i);
            if (seam != null && seam.failedOpen() > 0) {
                log.warn(
                        "HG-305",
                        "the seam " + seams.get(i) + " let " + seam.failedOpen() + " of " + seam.entered()
                                + " calls through because it failed"
                                + (seam.off() ? ", and was switched off" : ""));
            }
        }
    }

    // A call that still waits when the program ends never goes: it counts as cancelled.
    static String line(Stats.Row row) {
        return row.downstream + " offered=" + row.offered + " admitted=" + row.admitted + " rejected=" + row.rejected
                + " cancelled=" + (row.cancelled + row.waiting) + " failed-open=" + row.failedOpen + " held=" + row.held
                + " longest-wait=" + row.longestWaitNanos / 1_000_000 + "ms"
                + (row.observed ? " would-hold=" + row.wouldHold + " would-reject=" + row.wouldReject : "");
    }
}
