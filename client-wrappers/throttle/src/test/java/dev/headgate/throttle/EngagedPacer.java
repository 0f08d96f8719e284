package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

/** Pacers that are in the middle of it. Times are microseconds, paces calls in 1,000 seconds. */
final class EngagedPacer {
    static final long SECOND = 1_000_000;

    private EngagedPacer() {}

    /** One that comes back at the pace of so many calls a second: a pause that was over at once. */
    static Pacer engagedAt(long perSecond, long tightest) {
        Pacer engaged = new Pacer(SECOND, tightest, Pacer.ONE_A_SECOND, true);
        engaged.admitted(0, perSecond);
        engaged.pause(SECOND, SECOND);
        assertThat(engaged.before()).isEqualTo(perSecond * 1_000);
        return engaged;
    }

    /** Cut to 70 % a second after it began. */
    static Pacer cutOnce(long perSecond, long tightest) {
        Pacer cut = engagedAt(perSecond, tightest);
        cut.results(SECOND, 0, 1);
        assertThat(cut.results(2 * SECOND, 0, 9)).isTrue();
        return cut;
    }
}
