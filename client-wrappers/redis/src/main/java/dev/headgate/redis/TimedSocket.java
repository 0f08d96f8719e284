package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * A socket whose reads end at one instant, however many there are: the time-out of a plain socket begins again with each read,
 * so that a peer which sends a byte now and then holds its reader for ever.
 */
final class TimedSocket extends Socket {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TimeMeter clock;
    private long allowedNanos;
    private long endNanos;

    TimedSocket(TimeMeter clock) {
        this.clock = clock;
    }

    /** Lets reads take so long from now on, all together. */
    void allow(long nanos) {
        allowedNanos = nanos;
        endNanos = clock.currentTimeNanos() + nanos;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                setTimeout();
                return super.read();
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                setTimeout();
                return super.read(into, offset, length);
            }
        };
    }

    private void setTimeout() throws IOException {
        long left = endNanos - clock.currentTimeNanos();
        // A thread that was not let run for so long takes what has come meanwhile.
        if (left <= -allowedNanos) {
            throw new SocketTimeoutException("Read timed out");
        }
        setSoTimeout((int) Math.max(1, Math.min(Integer.MAX_VALUE, (left + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI)));
    }
}
