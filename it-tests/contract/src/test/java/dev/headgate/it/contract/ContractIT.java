package dev.headgate.it.contract;

import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.guest.Guests;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The contract, kept by the agent and by the wrappers alike. */
class ContractIT {
    private static final File AGENT = new File(System.getProperty("headgate.agent.jar", "not set")).getAbsoluteFile();
    private static final String[] OURS = {
        "dev.headgate.api.RateLimited",
        "dev.headgate.agent.Premain",
        "dev.headgate.config.Headgate",
        "dev.headgate.okhttp.HeadgateOkHttp",
        "dev.headgate.jdbc.HeadgateDataSource",
        "dev.headgate.throttle.Downstreams",
        "dev.headgate.limiter.Bandwidth"
    };

    @TempDir
    Path directory;

    @TestFactory
    List<DynamicTest> clientsUnderTheAgent() {
        List<DynamicTest> all = new ArrayList<>();
        for (Jdk jdk : Jdk.underTest()) {
            all.addAll(Guests.of(directory, UnderAgent.ALL)
                    .head("waiting: {max: 1000}")
                    .without(OURS)
                    .on(jdk)
                    .underAgent(AGENT));
        }
        return all;
    }

    @TestFactory
    List<DynamicTest> wrappedClients() {
        List<Class<?>> guests = new ArrayList<>(List.of(Wrapped.ALL));
        guests.add(WrapperGuest.class);
        return Guests.of(directory, guests.toArray(new Class<?>[0]))
                .head("waiting: {max: 1000}")
                .without("dev.headgate.agent.Premain")
                .alone();
    }

    @TestFactory
    List<DynamicTest> wrappedClientsUnderTheAgent() {
        return Guests.of(directory, WrapperGuest.class)
                .without("dev.headgate.agent.Premain")
                .underAgent(AGENT);
    }

    @TestFactory
    List<DynamicTest> clientsUnderABrokenAgent() {
        return Guests.of(directory, BrokenGateGuest.class)
                .without(OURS)
                .withoutCounts()
                .underAgent(AGENT);
    }
}
