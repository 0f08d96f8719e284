package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.limiter.TimeMeter;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long reads take together. */
@Timeout(60)
class TimedSocketTest {
    private ServerSocket listener;
    private TimedSocket socket;
    private Socket peer;

    @BeforeEach
    void connect() throws Exception {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        socket = new TimedSocket(TimeMeter.SYSTEM_NANOTIME);
        socket.connect(listener.getLocalSocketAddress());
        peer = listener.accept();
    }

    @AfterEach
    void close() throws Exception {
        socket.close();
        peer.close();
        listener.close();
    }

    @Test
    void aPeerThatSaysAWordNowAndThenHoldsNobodyLongerThanOneThatIsSilent() throws Exception {
        Thread dripping = new Thread(() -> {
            try {
                while (true) {
                    peer.getOutputStream().write('.');
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                }
            } catch (Exception end) {
                // The test has closed it.
            }
        });
        dripping.start();
        InputStream in = socket.getInputStream();
        long begun = System.nanoTime();
        socket.allow(TimeUnit.MILLISECONDS.toNanos(200));
        assertThatThrownBy(() -> {
                    while (in.read() == '.') {
                        // More of it.
                    }
                })
                .isInstanceOf(SocketTimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Duration.ofMillis(200), Duration.ofSeconds(10));
        peer.close();
        dripping.join();
    }

    @Test
    void whatHasComeIsReadByWhoWasHeldUpHimself() throws Exception {
        ManualClock clock = new ManualClock();
        try (TimedSocket slow = new TimedSocket(clock)) {
            slow.connect(listener.getLocalSocketAddress());
            try (Socket other = listener.accept()) {
                other.getOutputStream().write(new byte[] {1, 2});
                slow.allow(TimeUnit.SECONDS.toNanos(20));
                byte[] arrived = new byte[1];
                assertThat(slow.getInputStream().read(arrived, 0, 1)).isEqualTo(1);
                clock.pass(Duration.ofSeconds(20));
                assertThat(slow.getInputStream().read()).isEqualTo(2);
                clock.pass(Duration.ofSeconds(20));
                assertThatThrownBy(() -> slow.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            }
        }
    }
}
