package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;

class HiddenHopTest {
    private final FakeDownstreams downstreams = new FakeDownstreams("api.test");
    private final HiddenHop hop = new HiddenHop(downstreams);

    @Test
    void theNextRequestOfTheSameCallIsOwedByItsOwnHost() {
        hop.exit(null, null, to("https://api.test/moved"), null);
        assertThat(downstreams.demand.owed).isEqualTo(1);
        assertThat(downstreams.asked).containsExactly("GET https://api.test:-1/moved");

        hop.exit(null, null, to("https://other.test/moved"), null);
        assertThat(downstreams.demand.owed).isEqualTo(1);
    }

    @Test
    void aResponseThatEndsTheCallOwesNothing() {
        hop.exit(null, null, null, null);
        assertThat(downstreams.demand.owed).isZero();
    }

    private static HttpRequest to(String uri) {
        return HttpRequest.newBuilder(URI.create(uri)).build();
    }
}
