package dev.headgate.it.agent;

import dev.headgate.it.agent.guest.Scenarios;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.guest.Guests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Faults that real systems had, in programs under the agent. */
class ScenariosIT {
    @TempDir
    Path directory;

    @TestFactory
    List<DynamicTest> sideBySide() {
        return onEachJdk(Guests.of(directory, Scenarios.SIDE_BY_SIDE).head("waiting: {max: 1000}"));
    }

    @TestFactory
    List<DynamicTest> withManyThreads() {
        return onEachJdk(Guests.of(directory, Scenarios.WITH_MANY_THREADS));
    }

    @TestFactory
    List<DynamicTest> withOneBoundForAll() {
        return onEachJdk(Guests.of(directory, Scenarios.WITH_ONE_BOUND).head("waiting: {max: 30}"));
    }

    private static List<DynamicTest> onEachJdk(Guests guests) {
        List<DynamicTest> all = new ArrayList<>();
        for (Jdk jdk : Jdk.underTest()) {
            all.addAll(guests.without("dev.headgate.api.RateLimited", "dev.headgate.agent.Premain")
                    .on(jdk)
                    .underAgent(Programs.AGENT));
        }
        return all;
    }
}
