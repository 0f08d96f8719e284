package dev.headgate.it.storms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.storms.report.Csv;
import dev.headgate.it.storms.report.Page;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedTest {
    @Test
    void theSameSeedGivesTheSameReportToTheByte() {
        assertThat(report()).isEqualTo(report());
    }

    @Test
    void anotherSeedIsAnotherStorm() {
        Figures one = Simulation.run(Scenarios.BROWNOUT, Strategy.HEADGATE, 1);
        Figures other = Simulation.run(Scenarios.BROWNOUT, Strategy.HEADGATE, 2);

        assertThat(one.latency()).isNotEqualTo(other.latency());
    }

    private static String report() {
        List<Average> averages = new ArrayList<>();
        for (Strategy strategy : List.of(Strategy.NAIVE, Strategy.LOCAL_SHARE, Strategy.HEADGATE)) {
            averages.add(Average.of(Scenarios.OUTAGE_DATE.lasting(120), strategy, 2));
        }
        return String.join("\n", Csv.lines(averages)) + Page.html(averages, 2);
    }
}
