package dev.headgate.engine;

import dev.headgate.boot.Stats;
import dev.headgate.config.ConfigException;
import dev.headgate.config.Configuration;
import dev.headgate.config.Headgate;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.Tally;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rules of {@code headgate.yml}. */
final class FileRules implements Rules {
    private final Configuration file;
    private final Headgate headgate;

    private FileRules(Configuration file, Headgate headgate) {
        this.file = file;
        this.headgate = headgate;
    }

    @Override
    public Downstreams downstreams() {
        return headgate;
    }

    @Override
    public Stats.Row[] now() {
        List<Tally> tallies = headgate.stats();
        Stats.Row[] rows = new Stats.Row[tallies.size()];
        for (int i = 0; i < rows.length; i++) {
            Tally tally = tallies.get(i);
            rows[i] = new Stats.Row(
                    tally.downstream(),
                    tally.offered(),
                    tally.admitted(),
                    tally.rejected(),
                    tally.cancelled(),
                    tally.failedOpen(),
                    tally.waiting(),
                    tally.held(),
                    tally.longestWaitNanos(),
                    tally.mode() == Mode.OBSERVE,
                    tally.wouldHold(),
                    tally.wouldReject());
        }
        return rows;
    }

    @Override
    public String summary() {
        int rules = file.rules().size();
        long shared = file.rules().stream()
                .filter(rule -> rule.store() == Store.REDIS)
                .count();
        return (rules == 1 ? "1 rule of " : rules + " rules of ")
                + new File(file.name()).getAbsolutePath()
                + (shared == 0 ? "" : shared == rules ? ", on Redis" : ", " + shared + " of them on Redis");
    }

    @Override
    public Optional<String> store() {
        return headgate.redis();
    }

    @Override
    public List<String> troubles() {
        List<String> lines = new ArrayList<>();
        for (Tally tally : headgate.stats()) {
            if (tally.overloaded() + tally.pauses() + tally.retriesRejected() > 0) {
                lines.add(tally.downstream() + " overloaded=" + tally.overloaded() + " pauses=" + tally.pauses()
                        + " cuts=" + tally.cuts() + " retries-rejected=" + tally.retriesRejected());
            }
        }
        return lines;
    }

    @Override
    public List<String> unused() {
        Set<String> offered = new HashSet<>();
        for (Tally tally : headgate.stats()) {
            if (tally.offered() > 0) {
                offered.add(tally.downstream());
            }
        }
        List<String> unused = new ArrayList<>();
        for (Rule rule : file.rules()) {
            boolean charges = rule.mode() != Mode.OFF && rule.holds();
            if (charges && !offered.contains(rule.name())) {
                unused.add(rule.name());
            }
        }
        return unused;
    }

    @Override
    public void close() {
        headgate.close();
    }

    /** Reads such a file. */
    static final class Reader implements Rules.Reader {
        @Override
        public Rules read(File file, AgentLog log) throws BadFile {
            try {
                Configuration read = Configuration.read(file.toPath());
                return new FileRules(read, Headgate.of(read, log));
            } catch (ConfigException e) {
                throw new BadFile(e.getMessage()
                        + "\n    nothing is limited; to try the file: java -jar headgate-agent.jar" + " check " + file);
            } catch (InvalidPathException e) {
                throw new BadFile(file + " is no path of a file (" + e.getReason() + "); nothing is limited");
            }
        }
    }
}
