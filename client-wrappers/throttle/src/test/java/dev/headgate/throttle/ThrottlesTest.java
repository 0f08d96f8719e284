package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.RuleBuilder;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.HostPattern;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcPattern;
import dev.headgate.throttle.match.JdbcTarget;
import dev.headgate.throttle.match.Match;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThrottlesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private ManualBench bench = new ManualBench();

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private static Match hosts(String... patterns) {
        List<HostPattern> hosts =
                List.of(patterns).stream().map(HostPattern::parse).toList();
        return new Match(hosts, Set.of(), List.of(), List.of(), List.of());
    }

    private static Match jdbc(String pattern) {
        return new Match(List.of(), Set.of(), List.of(), List.of(), List.of(JdbcPattern.parse(pattern)));
    }

    private static Match methods(String method) {
        return new Match(List.of(), Set.of(method), List.of(), List.of(), List.of());
    }

    private static RuleBuilder impatient(String name) {
        return rule(name).wait(Duration.ZERO);
    }

    private Demand http(String method, String url) {
        return bench.throttles.http(HttpCall.READER, HttpCall.of(method, url));
    }

    private int goNow(String method, String url, int calls) {
        int went = 0;
        for (int i = 0; i < calls; i++) {
            went += http(method, url).acquire(null, Long.MAX_VALUE, Cancellation.NEVER) == Outcome.AT_ONCE ? 1 : 0;
        }
        return went;
    }

    @Test
    void aRequestIsChargedToTheRuleThatNamesItsHostAndNoOtherRequestIs() {
        bench = new ManualBench(impatient("a")
                .match(hosts("api.test"))
                .tokenBucket(2, 2, SECOND)
                .build());
        assertThat(bench.throttles.namesHost("API.test.")).isTrue();
        assertThat(bench.throttles.namesHost("other.test")).isFalse();
        assertThat(http("GET", "http://other.test/")).isNull();
        assertThat(goNow("GET", "http://API.test/x", 5)).isEqualTo(2);
        assertThat(bench.tally("a")).returns(5L, Tally::offered).returns(3L, Tally::rejected);
    }

    @Test
    void requestsOfARuleThatDoNotDifferShareOneDemand() {
        bench = new ManualBench(
                rule("a").match(hosts("api.test")).tokenBucket(2, 2, SECOND).build());
        assertThat(http("GET", "http://api.test/1")).isSameAs(http("POST", "http://api.test/2"));
    }

    @Test
    void aKeyGivesEachOfItsValuesABudget() {
        bench = new ManualBench(impatient("a")
                .match(hosts("*.api.test"))
                .key(new KeyPart(KeyPart.Kind.HOST, ""))
                .tokenBucket(2, 2, SECOND)
                .build());
        assertThat(goNow("GET", "http://x.api.test/", 3)).isEqualTo(2);
        assertThat(goNow("GET", "http://y.api.test/", 3)).isEqualTo(2);
        assertThat(goNow("GET", "http://X.API.test/", 1)).isZero();
    }

    @Test
    void aLimitMayHaveAKeyAndCostsOfItsOwn() {
        Limit perHost =
                new Limit(Bandwidth.simple(2, SECOND), "2/s", List.of(), List.of(new KeyPart(KeyPart.Kind.HOST, "")));
        Limit weighed = new Limit(
                Bandwidth.simple(10, SECOND),
                "10/s",
                List.of(new Limit.Cost(methods("POST"), 5), new Limit.Cost(methods("HEAD"), 0)),
                null);
        bench = new ManualBench(impatient("a")
                .match(hosts("**.test"))
                .limit(perHost)
                .limit(weighed)
                .build());
        assertThat(goNow("POST", "http://a.test/", 3)).isEqualTo(2);
        assertThat(goNow("GET", "http://b.test/", 1)).as("5 + 5 are used").isZero();
        assertThat(goNow("HEAD", "http://c.test/", 3))
                .as("free of the one, not of the other")
                .isEqualTo(2);
        bench.clock.advanceMillis(1000);
        assertThat(goNow("GET", "http://a.test/", 3)).isEqualTo(2);
    }

    @Test
    void aCallThatCostsNothingGoes() {
        Limit free = new Limit(Bandwidth.simple(1, SECOND), "1/s", List.of(new Limit.Cost(methods("HEAD"), 0)), null);
        bench = new ManualBench(
                impatient("a").match(hosts("api.test")).limit(free).build());
        assertThat(goNow("HEAD", "http://api.test/", 5)).isEqualTo(5);
        assertThat(goNow("GET", "http://api.test/", 2)).isEqualTo(1);
    }

    @Test
    void anUnlimitedRuleTakesItsCallsOutOfWiderOnes() {
        bench = new ManualBench(
                impatient("wide")
                        .match(hosts("*.test"))
                        .tokenBucket(1, 1, SECOND)
                        .build(),
                impatient("health").match(hosts("api.test")).build());
        assertThat(http("GET", "http://api.test/")).isNull();
        assertThat(http("GET", "http://other.test/")).isNotNull();
    }

    @Test
    void aRuleThatIsOffLeavesItsCallsToWiderOnes() {
        bench = new ManualBench(
                impatient("wide")
                        .match(hosts("*.test"))
                        .tokenBucket(1, 1, SECOND)
                        .build(),
                impatient("off")
                        .match(hosts("api.test"))
                        .tokenBucket(5, 5, SECOND)
                        .mode(Mode.OFF)
                        .build());
        assertThat(goNow("GET", "http://api.test/", 3)).isEqualTo(1);
        assertThat(bench.tally("wide").offered()).isEqualTo(3);
    }

    @Test
    void aBorrowIsChargedToTheRuleOfItsPool() {
        bench = new ManualBench(
                impatient("orders")
                        .match(jdbc("jdbc:postgresql://db.test/orders"))
                        .tokenBucket(1, 1, SECOND)
                        .build(),
                impatient("named")
                        .match(jdbc("pool:reports"))
                        .tokenBucket(2, 2, SECOND)
                        .build());
        JdbcTarget orders = new JdbcTarget("jdbc:postgresql://db.test:5432/orders", "main", null);
        JdbcTarget reports = new JdbcTarget("jdbc:postgresql://db.test:5432/orders", "reports", null);
        assertThat(bench.throttles.jdbc(orders)).isSameAs(bench.throttles.jdbc(orders));
        assertThat(bench.throttles.jdbc(orders).throttle().rule().name()).isEqualTo("orders");
        assertThat(bench.throttles.jdbc(reports).throttle().rule().name()).isEqualTo("named");
        assertThat(bench.throttles.jdbc(new JdbcTarget("jdbc:h2:mem:x", null, null)))
                .isNull();
        assertThat(bench.throttles.jdbc(orders).acquire(null, 0, Cancellation.NEVER))
                .isSameAs(Outcome.AT_ONCE);
        assertThat(bench.throttles.jdbc(orders).acquire(null, 0, Cancellation.NEVER))
                .isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void aNameInAlsoThatIsNoRuleIsAnError() {
        assertThatThrownBy(() -> new ManualBench(
                        rule("a").tokenBucket(1, 1, SECOND).also("b").build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a (headgate.yml:3:3): there is no rule b to be charged also");
    }

    @Test
    void aRequestThatCannotBeReadGoesAndIsToldOnce() {
        bench = new ManualBench(
                rule("a").match(hosts("api.test")).tokenBucket(1, 1, SECOND).build());
        HttpReader<String> broken = new HttpReader<>() {
            @Override
            public String scheme(String request) {
                throw new IllegalStateException("unreadable");
            }

            @Override
            public String host(String request) {
                throw new IllegalStateException("unreadable");
            }

            @Override
            public int port(String request) {
                return -1;
            }

            @Override
            public String method(String request) {
                return "GET";
            }

            @Override
            public String rawPath(String request) {
                return "/";
            }

            @Override
            public String header(String request, String name) {
                return null;
            }
        };
        assertThat(bench.throttles.http(broken, "x")).isNull();
        assertThat(bench.throttles.http(broken, "x")).isNull();
        assertThat(bench.said)
                .containsExactly("HG-202 A call could not be matched to the rules and was let go "
                        + "(java.lang.IllegalStateException: unreadable); this is told once");
    }

    @Test
    void anAdmittedRequestAndOneWithoutARuleAllocateNothing() {
        bench = new ManualBench(rule("a")
                .match(hosts("api.test"))
                .tokenBucket(1_000_000, 1, SECOND)
                .build());
        HttpCall ruled = HttpCall.of("GET", "http://api.test/x");
        HttpCall free = HttpCall.of("GET", "http://other.test/x");
        int calls = 10_000;
        Runnable all = () -> {
            for (int i = 0; i < calls; i++) {
                bench.throttles.namesHost("other.test");
                bench.throttles.http(HttpCall.READER, free);
                bench.throttles.http(HttpCall.READER, ruled).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
            }
        };
        all.run();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        all.run();
        assertThat((threads.getThreadAllocatedBytes(thread) - before) / calls).isZero();
    }
}
