package dev.headgate.examples.programmatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OrdersTest {
    @Test
    void theExampleShowsCallsThatGoWaitAndAreRejected() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Orders(new PrintStream(bytes, true, StandardCharsets.UTF_8)).run();
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.startsWith("charge "))
                .hasSize(8)
                .first()
                .asString()
                .startsWith("charge 1: 204");
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .contains("query 3: true", "query 4: LIMIT, state RL001");
    }
}
