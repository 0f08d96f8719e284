package dev.headgate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.boot.Gate;
import dev.headgate.boot.Stats;
import dev.headgate.spi.Site.Form;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.match.HttpCall;
import java.io.File;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file at work, what is said of it, and what wrappers are told. */
class FileRulesTest {
    private static final String FILE = """
            downstreams:
              api.test: {limits: [{token-bucket: 2/1h}], wait: 0}
              db: {match: {jdbc: ["pool:orders"]}, limits: [5/s]}
              watched.test: {limits: [1/s], mode: observe}
              off.test: {limits: [1/s], mode: off}
              free.test: {limits: unlimited}
            """;

    @TempDir
    Path directory;

    private final Toy toy = new Toy(Toy.site("send", "(Ljava/lang/String;)Ljava/lang/String;", Form.GATE));

    @AfterEach
    void openTheGate() {
        Gate.install(null);
    }

    @Test
    void theLastLinesTellWhatBecameOfTheCalls() throws Exception {
        Rules rules = read(FILE);
        rules.downstreams().downstream("api.test").tryAcquire();
        rules.downstreams().downstream("api.test").tryAcquire();
        rules.downstreams().downstream("api.test").tryAcquire();
        new SelfReport(toy.seams, toy.log).ended(rules);
        rules.close();
        assertThat(toy.said())
                .endsWith(
                        "headgate: api.test offered=3 admitted=2 rejected=1 cancelled=0 failed-open=0 held=0"
                                + " longest-wait=0ms",
                        "headgate: WARN HG-306 no call matched the rules db, watched.test");
    }

    @Test
    void aDownstreamThatFailedHasALineMore() throws Exception {
        Rules rules = read("""
                downstreams:
                  api.test: {limits: [5/s], backoff: {floor: 1s}}
                  other.test: 5/s
                """);
        Demand call = rules.downstreams().http(HttpCall.READER, HttpCall.of("GET", "http://api.test/"));
        call.ended(new SocketTimeoutException("Read timed out"));
        call.ended(new SocketTimeoutException("Read timed out"));
        assertThat(rules.troubles()).containsExactly("api.test overloaded=2 pauses=0 cuts=0 retries-rejected=0");
        new SelfReport(toy.seams, toy.log).ended(rules);
        rules.close();
        assertThat(toy.said()).contains("headgate: api.test overloaded=2 pauses=0 cuts=0 retries-rejected=0");
    }

    @Test
    void aRuleThatOnlyObservesTellsWhatItWouldHaveDone() throws Exception {
        Rules rules = read("""
                mode: observe
                downstreams:
                  api.test: {limits: [{token-bucket: 2/1h}], wait: 0}
                """);
        for (int call = 0; call < 5; call++) {
            rules.downstreams().downstream("api.test").acquire();
        }
        new SelfReport(toy.seams, toy.log).ended(rules);
        rules.close();
        assertThat(toy.said())
                .endsWith("headgate: api.test offered=5 admitted=5 rejected=0 cancelled=0 failed-open=0 held=0"
                        + " longest-wait=0ms would-hold=0 would-reject=3");
    }

    @Test
    void whatIsKeptOnRedisIsToldAndHowItStands() throws Exception {
        Rules rules = read("""
                redis: {uri: "redis://127.0.0.1:1"}
                downstreams:
                  api.test: {limits: [2/1h], wait: 0}
                  db.test: {limits: [2/1h], store: local}
                """);
        assertThat(rules.summary()).endsWith("headgate.yml, 1 of them on Redis");
        rules.downstreams().downstream("api.test").tryAcquire();
        new SelfReport(toy.seams, toy.log).ended(rules);
        rules.close();
        assertThat(toy.said())
                .anySatisfy(line -> assertThat(line)
                        .matches("headgate: Redis (answers|does not answer, since \\d+ m?s);"
                                + " 1 decision was made without it"));
    }

    @Test
    void aWaitingCallCountsAsCancelledAtTheEnd() {
        Stats.Row row = new Stats.Row("api.test", 10, 4, 3, 1, 0, 2, 5, 1_999_999_999L, false, 0, 0);
        assertThat(SelfReport.line(row))
                .isEqualTo(
                        "api.test offered=10 admitted=4 rejected=3 cancelled=3 failed-open=0 held=5 longest-wait=1999ms");
    }

    @Test
    void theFirstLineTellsWhatIsInForce() throws Exception {
        toy.load();
        toy.said();
        Rules rules = read(FILE);
        new SelfReport(toy.seams, toy.log).started(rules.summary());
        assertThat(toy.said())
                .last()
                .asString()
                .matches("headgate: .+ on JDK " + System.getProperty("java.version") + ": 5 rules of "
                        + directory.resolve("headgate.yml") + "; seams so far: toylib");
    }

    @Test
    void aBadFileIsToldWithAllItsErrors() {
        assertThatThrownBy(() -> read("downstreams:\n  a.test: {limts: [1/s]}\n  b.test: 5 per second\n"))
                .isInstanceOf(Rules.BadFile.class)
                .hasMessageContaining("headgate.yml:2:")
                .hasMessageContaining("headgate.yml:3:")
                .hasMessageContaining("nothing is limited");
        assertThatThrownBy(() -> new FileRules.Reader().read(new File("nowhere.yml"), toy.log))
                .isInstanceOf(Rules.BadFile.class)
                .hasMessageContaining("nowhere.yml: there is no such file");
    }

    @Test
    void wrappersAreToldWhatTheAgentCharges() throws Exception {
        Rules rules = read(FILE);
        toy.works.inForce.set(rules.downstreams());
        Coverage coverage = new Coverage(toy.seams, toy.works.inForce);
        assertThat(isCovered(coverage, "toylib", "api.test"))
                .as("before the library is there")
                .isFalse();
        toy.load();
        assertThat(isCovered(coverage, "toylib", "API.test.")).isTrue();
        assertThat(isCovered(coverage, "toylib", "other.test")).isFalse();
        assertThat(isCovered(coverage, "toylib", "watched.test")).isFalse();
        assertThat(isCovered(coverage, "toylib", "off.test")).isFalse();
        assertThat(isCovered(coverage, "otherlib", "api.test")).isFalse();
        assertThat(coverage.jdbc("toylib", null, "orders", null)).isTrue();
        assertThat(coverage.jdbc("toylib", null, "other", null)).isFalse();
        assertThat(rules.now()[0].offered).isZero();
    }

    private Rules read(String text) throws IOException, Rules.BadFile {
        return new FileRules.Reader()
                .read(Files.writeString(directory.resolve("headgate.yml"), text).toFile(), toy.log);
    }

    private static boolean isCovered(Coverage coverage, String library, String host) {
        return coverage.http(library, "https", host, -1, "GET", "/", name -> null);
    }
}
