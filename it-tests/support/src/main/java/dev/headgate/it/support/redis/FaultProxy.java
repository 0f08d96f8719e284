package dev.headgate.it.support.redis;

import dev.headgate.it.support.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.ServerSocketFactory;

/**
 * A TCP proxy before a server of 127.0.0.1 that lets everything pass until it is told otherwise. What it is told holds at once,
 * for connections that are open too. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {
    /** What is done with what passes. */
    enum Fault {
        NONE,
        HOLD,
        SWALLOW,
        SILENCE,
        CUT
    }

    /** A fault and its time. */
    record Mode(Fault fault, long nanos) {}

    private final ServerSocket listener;
    private final int target;
    private final List<ProxiedConnection> connections = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fault-proxy-late");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Mode mode = new Mode(Fault.NONE, 0);

    private FaultProxy(ServerSocketFactory sockets, int target) {
        this.target = target;
        try {
            listener = sockets.createServerSocket(0, 200, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ProxiedConnection.daemon("fault-proxy", this::accept);
    }

    /** Starts a proxy on a free port. */
    public static FaultProxy before(int target) {
        return new FaultProxy(ServerSocketFactory.getDefault(), target);
    }

    /** Starts a proxy that is the server's end of TLS; what is behind it hears plain text. */
    public static FaultProxy tls(TestCertificate certificate, int target) {
        return new FaultProxy(certificate.context().getServerSocketFactory(), target);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Lets everything pass. */
    public void pass() {
        mode = new Mode(Fault.NONE, 0);
    }

    /** Holds what the server says from now on and delivers it that much later, in its order. */
    public void hold(Duration time) {
        mode = new Mode(Fault.HOLD, time.toNanos());
    }

    /** Lets the server hear and never lets it be heard: what was asked for is done, and nobody knows. */
    public void swallow() {
        mode = new Mode(Fault.SWALLOW, 0);
    }

    /** Accepts connections and never answers; the server hears nothing. */
    public void silence() {
        mode = new Mode(Fault.SILENCE, 0);
    }

    /** Closes every connection, and each new one, until something else is said. */
    public void cut() {
        mode = new Mode(Fault.CUT, 0);
        connections.forEach(ProxiedConnection::close);
    }

    /** Returns every connection that there ever was, in order. */
    public List<ProxiedConnection> connections() {
        return List.copyOf(connections);
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.forEach(ProxiedConnection::close);
        late.shutdownNow();
    }

    Mode mode() {
        return mode;
    }

    ScheduledExecutorService late() {
        return late;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                ProxiedConnection connection = new ProxiedConnection(this, client, target);
                connections.add(connection);
                connection.start();
                if (mode.fault() == Fault.CUT) {
                    connection.close();
                }
            } catch (IOException e) {
                return; // closed
            }
        }
    }
}
