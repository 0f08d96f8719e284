package dev.headgate.throttle;

import dev.headgate.limiter.TimeMeter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who said that the calls of one rule shall pause, as far as this process heard it: for the line that is written when a pause
 * begins, and for the calls that it holds. Thread-safe.
 */
final class PauseLog {
    /** So many keys are told apart; of more, the one that was heard of longest ago is forgotten. */
    private static final int MOST = 64;

    private final TimeMeter clock;
    private final Map<PauseScope, Said> byScope = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<PauseScope, Said> eldest) {
            return size() > MOST;
        }
    };

    private record Said(String why, long until) {}

    PauseLog(TimeMeter clock) {
        this.clock = clock;
    }

    /**
     * A pause was ordered, or made by ourselves.
     *
     * @param why half a sentence: who said so, and how
     * @return whether it is a new one: it does not renew one that holds
     */
    synchronized boolean begins(PauseScope whose, String why, long nanos) {
        long now = clock.currentTimeNanos();
        Said before = byScope.get(whose);
        long left = before == null ? 0 : before.until() - now;
        if (left < nanos) {
            byScope.put(whose, new Said(why, now + nanos));
        }
        return left <= 0;
    }

    /** Returns why such calls pause; null if nothing was said here, or it is past. */
    @Nullable
    synchronized String why(PauseScope whose) {
        Said said = byScope.get(whose);
        return said == null || said.until() - clock.currentTimeNanos() <= 0 ? null : said.why();
    }
}
