package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.limiter.Bandwidth;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** A server for all tests of a class, a budget of its own for each, and no key that stays for ever. */
abstract class OnServer {
    /** A whole minute, and the start of a day. */
    static final long EPOCH_DAY = 1_700_006_400_000_000L;

    private static final AtomicInteger BUDGETS = new AtomicInteger();

    static RedisServer server;
    static ScheduleTalk talk;

    @BeforeAll
    static void startServer() throws LineBrokenException {
        server = RedisServer.started();
        talk = new ScheduleTalk(server);
    }

    @AfterEach
    void noKeyStaysForEver() {
        assertThat(KeyScan.withoutTtl(server, "*")).isEmpty();
    }

    @AfterAll
    static void stopServer() {
        talk.close();
        server.close();
    }

    /** A budget that nobody has used. */
    static Schedule budget(Bandwidth... limits) {
        return new Schedules("hg", "rule" + BUDGETS.incrementAndGet(), List.of(), List.of(limits), 0)
                .schedule(null, false);
    }

    /** So many milliseconds after the start of a day, whatever the server's clock says. */
    static Terms at(double millis) {
        return new Terms(EPOCH_DAY + Math.round(millis * 1_000), RedisTracePlayer.ANY_SKEW);
    }

    /** What a process tells a rule: a pause, counts of calls that went, were served and were too many. */
    static News.Told told(long pauseMicros, long probeMicros, long admitted, long succeeded, long overloaded) {
        return new News.Told(pauseMicros, probeMicros, 0, 0, admitted, succeeded, overloaded, 0, true, 0, 0);
    }

    /** A pause of the rule. */
    static News pause(long micros) {
        return new News(null, null, told(micros, 0, 0, 0, 0));
    }

    /** Takes without waiting: {@code ok}, or {@code no} and the microseconds to wait. */
    static String take(Schedule budget, Terms terms, long cost) throws LineBrokenException {
        Decision decision = talk.take(budget, terms, cost, 0);
        return decision instanceof Decision.Refused ? "no " + ((Decision.Refused) decision).comeBackMicros() : "ok";
    }

    /** How many calls of cost 1 go, one after the other. */
    static long takes(Schedule budget, Terms terms, int calls) throws LineBrokenException {
        long went = 0;
        for (int i = 0; i < calls; i++) {
            went += take(budget, terms, 1).equals("ok") ? 1 : 0;
        }
        return went;
    }

    static long available(Schedule budget, Terms terms) throws LineBrokenException {
        return talk.admin(Admin.available(budget, terms));
    }
}
