package dev.headgate.throttle;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread that hands over, started by the first alarm that is set. */
final class TimerAlarm implements Alarm {
    private final ScheduledThreadPoolExecutor timer;

    TimerAlarm() {
        timer = new ScheduledThreadPoolExecutor(1, new DaemonThreads("headgate-timer"));
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Runnable set(long nanos, Runnable ring) {
        Future<?> alarm = timer.schedule(ring, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }

    @Override
    public void stop() {
        timer.shutdownNow();
    }
}
