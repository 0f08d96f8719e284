package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.redis.RedisServer;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Virtual threads wait for their decision without their carrier. */
class VirtualThreadsIT {
    static Stream<Jdk> withVirtualThreads() {
        return Jdk.underTest().stream().filter(jdk -> jdk.feature() >= 21);
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("withVirtualThreads")
    void theyAllShareOneCarrierAndNoneHoldsIt(Jdk jdk) throws Exception {
        try (RedisServer server = RedisServer.started();
                RunningJvm program = ForkedJvm.java()
                        .jdk(jdk)
                        .property("jdk.virtualThreadScheduler.parallelism", "1")
                        .property("jdk.virtualThreadScheduler.maxPoolSize", "1")
                        .classPath(ClassPath.withoutThose())
                        .main(VirtualThreadsMain.class.getName(), Integer.toString(server.port()))
                        .start()) {
            Ended ended = program.await(Duration.ofSeconds(60));
            assertThat(ended.exitCode()).as(ended.toString()).isZero();
            assertThat(ended.out()).as(ended.toString()).endsWith("pinned=0 troubled=0");
            assertThat(server.call("GET", "a")).isEqualTo("10000");
        }
    }
}
