package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ManualClock;
import org.junit.jupiter.api.Test;

class SpellTest {
    private final ManualClock clock = new ManualClock();
    private final Spell spell = new Spell(clock, 10_000_000_000L);

    @Test
    void beginsOnceUntilItDidNotComeForSoLong() {
        assertThat(spell.begins()).isTrue();
        for (int i = 0; i < 5; i++) {
            clock.advanceMillis(9_999);
            assertThat(spell.begins()).isFalse();
        }
        clock.advanceMillis(10_000);
        assertThat(spell.begins()).isTrue();
        assertThat(spell.begins()).isFalse();
    }
}
