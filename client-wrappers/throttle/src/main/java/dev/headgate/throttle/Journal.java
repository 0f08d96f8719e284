package dev.headgate.throttle;

/**
 * Where the throttle says what it did. The library logs through {@link System.Logger}; the agent through its own log, because
 * touching the platform's logging before the program does would fix the program's log manager. Must not throw or block.
 */
public interface Journal {
    void info(String message);

    /**
     * Says that something does not work as the file promises.
     *
     * @param id {@code HG-nnn}, as listed in the docs
     */
    void warn(String id, String message);

    /**
     * The same for what begins and ends, and is said once each time that it begins: also where the same words that come again
     * would be left out.
     */
    default void warnEachTime(String id, String message) {
        warn(id, message);
    }
}
