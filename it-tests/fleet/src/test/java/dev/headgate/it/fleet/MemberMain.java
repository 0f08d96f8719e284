package dev.headgate.it.fleet;

import dev.headgate.config.Configuration;
import dev.headgate.config.Headgate;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.SystemLoggerJournal;
import dev.headgate.throttle.Throttle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A process that uses the library, with a wall clock that may be wrong. It says when it is ready, begins when it is told to, and
 * prints when its calls went. Arguments: {@code FILE DOWNSTREAM CALLS_PER_SECOND SECONDS MINUTES_OFF}.
 */
final class MemberMain {
    private MemberMain() {}

    public static void main(String[] args) throws Exception {
        TimeMeter clock = new WrongClock(Duration.ofMinutes(Long.parseLong(args[4])));
        Configuration file = Configuration.read(Path.of(args[0]));
        try (Headgate headgate = Headgate.of(file, new SystemLoggerJournal(), clock)) {
            Throttle throttle = headgate.downstream(args[1]);
            throttle.acquire();
            long ready = Stalls.now();
            System.out.println("ready");
            System.in.read();
            Calls calls;
            try (Offer offer = Offer.to(
                    throttle,
                    50,
                    Integer.parseInt(args[2]),
                    ProcessHandle.current().pid())) {
                calls = offer.calls();
                new CountDownLatch(1).await(Long.parseLong(args[3]), TimeUnit.SECONDS);
            }
            print(calls, Stalls.longestSince(ready).toMillis());
        }
        System.exit(0);
    }

    private static void print(Calls calls, long stallMillis) {
        long longest = 0;
        for (Calls.Made call : calls.made()) {
            longest = Math.max(longest, call.took().toMillis());
            if (call.admitted()) {
                System.out.println("admitted\tnanos=" + call.ended());
            } else if (!(call.thrown() instanceof dev.headgate.api.RateLimited)) {
                System.out.println("broken\tthrown=" + call.thrown());
            }
        }
        System.out.println(
                "calls\tadmitted=" + calls.admitted().size() + "\tlongest-ms=" + longest + "\tstall-ms=" + stallMillis);
    }

    /** The wall clock of a machine that was set wrong. */
    private record WrongClock(Duration by) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return SYSTEM_MILLISECONDS.currentTimeNanos() + by.toNanos();
        }

        @Override
        public boolean isWallClockBased() {
            return true;
        }
    }
}
