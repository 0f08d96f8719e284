package dev.headgate.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ServerSocketFactory;

/**
 * A small HTTP/1.1 server that does as its script says and remembers every request. One thread for each connection, so that
 * times of arrival do not depend on other connections; {@code TCP_NODELAY} is on. Thread-safe.
 */
public final class ScriptedServer implements AutoCloseable {
    private final ServerSocket listener;
    private final String scheme;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile Function<Arrival, Reply> script;

    private ScriptedServer(ServerSocket listener, String scheme, Function<Arrival, Reply> script) {
        this.listener = listener;
        this.scheme = scheme;
        this.script = script;
        daemon(this::accept, "scripted-server");
    }

    /** Starts a server on a free port of 127.0.0.1. */
    public static ScriptedServer http(Function<Arrival, Reply> script) {
        return at("127.0.0.1", 0, script);
    }

    /** Starts a server that always answers 200. */
    public static ScriptedServer ok() {
        return http(arrival -> Reply.status(200));
    }

    /**
     * Starts a server.
     *
     * @param address {@code 127.0.0.1} or {@code ::1}
     * @param port 0 for a free one
     */
    public static ScriptedServer at(String address, int port, Function<Arrival, Reply> script) {
        return new ScriptedServer(bind(ServerSocketFactory.getDefault(), address, port), "http", script);
    }

    /** Starts a server on a free port of 127.0.0.1 that speaks TLS. */
    public static ScriptedServer https(TestCertificate certificate, Function<Arrival, Reply> script) {
        ServerSocketFactory sockets = certificate.context().getServerSocketFactory();
        return new ScriptedServer(bind(sockets, "127.0.0.1", 0), "https", script);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Returns the URL of a path on this server under a host name that resolves to it. */
    public String url(String host, String path) {
        return scheme + "://" + host + ":" + port() + path;
    }

    public void script(Function<Arrival, Reply> next) {
        this.script = next;
    }

    /** Returns all requests so far, in order of arrival. */
    public List<Arrival> arrivals() {
        return List.copyOf(arrivals);
    }

    /** Returns the requests for a host name, of any path. */
    public List<Arrival> arrivals(String host) {
        return arrivals.stream().filter(arrival -> arrival.host().equals(host)).toList();
    }

    public int hits() {
        return arrivals.size();
    }

    public int hits(String host) {
        return arrivals(host).size();
    }

    /** Returns how many connections are open now. */
    public int openConnections() {
        return open.size();
    }

    /** Returns how many connections were ever accepted. */
    public int connections() {
        return connections.get();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                int number = connections.incrementAndGet();
                daemon(() -> serve(socket, number), "scripted-server-" + number);
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            HttpExchangeReader in = new HttpExchangeReader(socket.getInputStream(), number);
            for (Arrival arrival = in.next(); arrival != null; arrival = in.next()) {
                arrivals.add(arrival);
                Reply reply = script.apply(arrival);
                if (!reply.delay().isZero() && !Pause.unless(listener::isClosed, reply.delay())) {
                    return;
                }
                if (reply.status() == 0) {
                    return;
                }
                HttpExchangeWriter.write(socket.getOutputStream(), arrival, reply);
            }
        } catch (IOException e) {
            // The client went away; what it sent is recorded.
        } finally {
            open.remove(socket);
        }
    }

    private static ServerSocket bind(ServerSocketFactory sockets, String address, int port) {
        try {
            return sockets.createServerSocket(port, 200, InetAddress.getByName(address));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot listen on " + address, e);
        }
    }

    private static void daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
