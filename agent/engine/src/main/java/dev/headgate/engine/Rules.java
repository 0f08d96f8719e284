package dev.headgate.engine;

import dev.headgate.boot.Stats;
import dev.headgate.throttle.Downstreams;
import java.io.File;
import java.util.List;
import java.util.Optional;

/** The file in force, as the engine sees it. Thread-safe. */
interface Rules extends Stats.Rows, AutoCloseable {
    /** Returns the rules to ask. */
    Downstreams downstreams();

    /** Returns in few words what is in force: {@code 3 rules of /etc/headgate.yml}. */
    String summary();

    /** Returns in one sentence how the store stands that the processes of a fleet share; empty if there is none. */
    Optional<String> store();

    /** Returns one line for each downstream that turned calls away or failed: how often, and what became of it here. */
    List<String> troubles();

    /** Returns the names of the rules that have charged no call so far although they could. */
    List<String> unused();

    /** Gives back the places of waiting calls; quick. */
    @Override
    void close();

    /** Reads a file. */
    interface Reader {
        /**
         * Reads and checks the whole file.
         *
         * @throws BadFile if it cannot be used; the message is the whole report
         */
        Rules read(File file, AgentLog log) throws BadFile;
    }

    /** The file cannot be used. The message is for a person, one line for each thing that is wrong. */
    final class BadFile extends Exception {
        private static final long serialVersionUID = 1L;

        private final String report;

        BadFile(String report) {
            super(report);
            this.report = report;
        }

        String report() {
            return report;
        }
    }
}
