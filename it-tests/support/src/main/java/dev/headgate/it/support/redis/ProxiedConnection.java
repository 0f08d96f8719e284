package dev.headgate.it.support.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection through a {@link FaultProxy}. Thread-safe. */
public final class ProxiedConnection {
    private static final int CHUNK = 16_384;

    private final FaultProxy proxy;
    private final Socket client;
    private final int target;
    private @Nullable Socket server;
    private boolean closed;
    private long lastDue;
    private volatile boolean closedByClient;

    ProxiedConnection(FaultProxy proxy, Socket client, int target) {
        this.proxy = proxy;
        this.client = client;
        this.target = target;
        this.lastDue = System.nanoTime();
    }

    /** Returns whether the client ended it, before the server or the proxy did. */
    public boolean closedByClient() {
        return closedByClient;
    }

    /** Returns whether it has ended, whoever ended it. */
    public synchronized boolean closed() {
        return closed;
    }

    void start() {
        daemon("fault-proxy-up", this::up);
    }

    synchronized void close() {
        closed = true;
        try {
            client.close();
            if (server != null) {
                server.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void up() {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int length = fromClient(chunk); length >= 0; length = fromClient(chunk)) {
                if (proxy.mode().fault() != FaultProxy.Fault.SILENCE) {
                    connected().getOutputStream().write(chunk, 0, length);
                }
            }
        } catch (IOException e) {
            // The server is gone.
        } finally {
            close();
        }
    }

    private int fromClient(byte[] chunk) {
        int length = -1;
        try {
            length = client.getInputStream().read(chunk);
        } catch (IOException e) {
            // Ended without a farewell.
        }
        if (length < 0) {
            ended();
        }
        return length;
    }

    private synchronized void ended() {
        closedByClient = closedByClient || !closed;
    }

    // When the first byte passes, so that one that was silenced is whole again once it may pass.
    private synchronized Socket connected() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        if (server == null) {
            Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), target);
            socket.setTcpNoDelay(true);
            server = socket;
            daemon("fault-proxy-down", () -> down(socket));
        }
        return server;
    }

    private void down(Socket from) {
        try {
            byte[] chunk = new byte[CHUNK];
            for (int length = from.getInputStream().read(chunk);
                    length >= 0;
                    length = from.getInputStream().read(chunk)) {
                deliver(chunk.clone(), length);
            }
        } catch (IOException e) {
            // The server is gone, or this connection was closed.
        } finally {
            close();
        }
    }

    private void deliver(byte[] bytes, int length) throws IOException {
        FaultProxy.Mode mode = proxy.mode();
        if (mode.fault() == FaultProxy.Fault.SWALLOW || mode.fault() == FaultProxy.Fault.SILENCE) {
            return;
        }
        long now = System.nanoTime();
        lastDue = Math.max(lastDue, now + mode.nanos());
        if (lastDue == now) {
            client.getOutputStream().write(bytes, 0, length);
            return;
        }
        var unused = proxy.late().schedule(() -> lateWrite(bytes, length), lastDue - now, TimeUnit.NANOSECONDS);
    }

    private void lateWrite(byte[] bytes, int length) {
        try {
            client.getOutputStream().write(bytes, 0, length);
        } catch (IOException e) {
            ended(); // The client did not wait for it.
        }
    }

    static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
