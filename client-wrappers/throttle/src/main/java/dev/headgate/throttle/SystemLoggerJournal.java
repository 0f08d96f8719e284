package dev.headgate.throttle;

/** Logs through {@link System.Logger}, which is not touched before there is something to say. */
public final class SystemLoggerJournal implements Journal {
    private static final class Log {
        static final System.Logger LOGGER = System.getLogger("dev.headgate");
    }

    @Override
    public void info(String message) {
        Log.LOGGER.log(System.Logger.Level.INFO, message);
    }

    @Override
    public void warn(String id, String message) {
        Log.LOGGER.log(System.Logger.Level.WARNING, id + " " + message);
    }
}
