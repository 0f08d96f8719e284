package dev.headgate.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The agent's voice. */
class AgentLogTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void eachLevelHasItsForm() {
        AgentLog log = log(AgentLog.Level.DEBUG);
        log.debug("a");
        log.info("b");
        log.warn("HG-999", "c");
        log.error("d");
        assertThat(written(log))
                .isEqualTo("headgate: DEBUG a\nheadgate: b\nheadgate: WARN HG-999 c\nheadgate: ERROR d\n");
    }

    @Test
    void whatIsBelowTheLevelIsNotSaid() {
        AgentLog log = log(AgentLog.Level.WARN);
        log.debug("a");
        log.info("b");
        log.warn("HG-999", "c");
        assertThat(written(log)).isEqualTo("headgate: WARN HG-999 c\n");
        AgentLog silent = log(AgentLog.Level.OFF);
        silent.error("d");
        silent.warn("HG-999", "e");
        assertThat(written(silent)).isEqualTo("headgate: WARN HG-999 c\n");
    }

    @Test
    void aWarningThatRepeatsItselfIsWrittenRarely() {
        AgentLog log = log(AgentLog.Level.INFO);
        for (int i = 1; i <= 250; i++) {
            log.warn("HG-999", "again");
            log.warn("HG-999", i == 7 ? "other" : "again");
        }
        assertThat(written(log).split("\n"))
                .containsExactly(
                        "headgate: WARN HG-999 again",
                        "headgate: WARN HG-999 again (10 times so far)",
                        "headgate: WARN HG-999 other",
                        "headgate: WARN HG-999 again (100 times so far)");
    }

    @Test
    void whatBeginsAnewIsWrittenEachTime() {
        AgentLog log = log(AgentLog.Level.WARN);
        log.warnEachTime("HG-999", "begun");
        log.warnEachTime("HG-999", "begun");
        assertThat(written(log)).isEqualTo("headgate: WARN HG-999 begun\nheadgate: WARN HG-999 begun\n");
        AgentLog silent = log(AgentLog.Level.ERROR);
        silent.warnEachTime("HG-999", "begun");
        assertThat(written(silent)).hasLineCount(2);
    }

    @Test
    void aFileHasTheTimeBeforeEachLine() {
        AgentLog log = new AgentLog(AgentLog.Level.INFO, out(), new EngineClock());
        log.start();
        log.info("a");
        assertThat(written(log)).matches("20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z headgate: a\n");
    }

    @Test
    @Timeout(20)
    void aStreamThatBlocksHoldsNobody() {
        CountDownLatch never = new CountDownLatch(1);
        AgentLog log = new AgentLog(
                AgentLog.Level.INFO,
                new PrintStream(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    }
                }),
                () -> "");
        log.start();
        for (int i = 0; i < 10_000; i++) {
            log.info("line " + i);
        }
        log.flush(1);
        never.countDown();
    }

    @Test
    void linesOfBeforeTheStartAreKept() {
        AgentLog log = new AgentLog(AgentLog.Level.INFO, out(), () -> "");
        log.info("early");
        log.flush(1);
        assertThat(bytes.size()).isZero();
        log.start();
        log.start();
        assertThat(written(log)).isEqualTo("headgate: early\n");
    }

    private AgentLog log(AgentLog.Level level) {
        AgentLog log = new AgentLog(level, out(), () -> "");
        log.start();
        return log;
    }

    private PrintStream out() {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String written(AgentLog log) {
        log.flush(Duration.ofSeconds(5).toMillis());
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
