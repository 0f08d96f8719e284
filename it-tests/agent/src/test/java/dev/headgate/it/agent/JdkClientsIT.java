package dev.headgate.it.agent;

import dev.headgate.it.agent.jdk.JdkGuests;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.guest.Guests;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What is particular to the JDK's two HTTP clients, on every JDK under test. */
class JdkClientsIT {
    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> jdkClients() {
        return Jdk.underTest().stream()
                .flatMap(jdk -> Guests.of(directory, JdkGuests.ALL)
                        .without("dev.headgate.api.RateLimited", "dev.headgate.agent.Premain")
                        .on(jdk)
                        // Only to read how many operations the client believes to be pending.
                        .option("--add-opens=java.net.http/jdk.internal.net.http=ALL-UNNAMED")
                        .underAgent(Programs.AGENT)
                        .stream());
    }
}
