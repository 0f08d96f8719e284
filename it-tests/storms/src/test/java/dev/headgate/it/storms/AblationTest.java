package dev.headgate.it.storms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bars are not idle: a rule of the throttle that is taken out is missed by a storm. The profile {@code storms} tries all. */
class AblationTest {
    private static final Path WRAPPERS = Path.of("../../client-wrappers");
    private static final Path FOLDER = Path.of("target/ablated");

    @ParameterizedTest
    @CsvSource({
        "PACING, outage-retry-after-none",
        "CUTS, brownout-log-1.0",
        "CUT_BY_SHARE, noise-5",
        "LAST_SLOT, shed",
        "CALM_AFTER_PAUSE, spent-none",
        "GROWTH_BEYOND, low-traffic",
        "LATE_FIRST_SLOT, redis-dead-date",
        "OWN_BACKOFF, outage-none",
        "BACKOFF_BY_SHARE, noise-5",
    })
    void aRuleThatIsTakenOutIsMissed(Ablation ablation, String storm) throws Exception {
        Bar bar = Bars.all().stream()
                .filter(each -> each.scenario().name().equals(storm))
                .findFirst()
                .orElseThrow();
        try (AblatedLab lab = new AblatedLab(ablation, WRAPPERS, FOLDER)) {
            assertThat(lab.misses(bar)).isNotEmpty();
        }
    }
}
