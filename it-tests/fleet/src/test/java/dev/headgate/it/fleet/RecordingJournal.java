package dev.headgate.it.fleet;

import dev.headgate.throttle.Journal;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a process says. Thread-safe. */
final class RecordingJournal implements Journal {
    private final List<String> infos = new CopyOnWriteArrayList<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    @Override
    public void info(String message) {
        infos.add(message);
    }

    @Override
    public void warn(String id, String message) {
        warnings.add(id + " " + message);
    }

    List<String> warnings() {
        return warnings;
    }

    /** Returns the warnings of that id. */
    List<String> warnings(String id) {
        return warnings.stream().filter(line -> line.startsWith(id)).toList();
    }

    /** Returns the lines that say that Redis decides again. */
    List<String> recoveries() {
        return infos.stream()
                .filter(line -> line.startsWith("Redis answers again"))
                .toList();
    }

    @Override
    public String toString() {
        return "warnings " + warnings + ", infos " + infos;
    }
}
