package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/** Makes connections to one server, as {@link RedisSettings} say. Thread-safe. */
final class JedisLines implements Lines {
    /** Nobody but a daemon waits for a connection, and a handshake takes longer than a reply. */
    private static final int LEAST_MILLIS_TO_CONNECT = 500;

    private final Supplier<RedisAddress> addresses;
    private final int timeoutMillis;
    private final Callable<SSLContext> trust;

    /** Trusts what the JVM trusts. */
    JedisLines(RedisSettings settings) {
        this(settings.address(), settings.timeoutMillis(), SSLContext::getDefault);
    }

    JedisLines(Supplier<RedisAddress> addresses, int timeoutMillis, Callable<SSLContext> trust) {
        this.addresses = addresses;
        this.timeoutMillis = timeoutMillis;
        this.trust = trust;
    }

    @Override
    public JedisLine open() throws LineBrokenException {
        RedisAddress address;
        try {
            address = addresses.get();
        } catch (RuntimeException e) {
            throw new LineBrokenException("The address of Redis cannot be read: " + e.getMessage(), e);
        }
        int patience = Math.max(timeoutMillis, LEAST_MILLIS_TO_CONNECT);
        TimedSocket socket = new TimedSocket(TimeMeter.SYSTEM_NANOTIME);
        try {
            connect(socket, address, patience);
            socket.allow(TimeUnit.MILLISECONDS.toNanos(patience));
            Socket stream = address.tls() ? encrypted(socket, address) : socket;
            JedisLine line = new JedisLine(address.toString(), socket, stream, patience);
            introduce(line, address);
            line.setTimeout(timeoutMillis);
            return line;
        } catch (IOException | GeneralSecurityException e) {
            close(socket);
            throw new LineBrokenException("Redis at " + address + " cannot be reached: " + e.getMessage(), e);
        } catch (LineBrokenException | RuntimeException | Error e) {
            close(socket);
            throw e;
        }
    }

    private static void connect(TimedSocket socket, RedisAddress address, int patience) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        // Looked up each time: what is behind a name may move.
        socket.connect(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()), patience);
    }

    private Socket encrypted(TimedSocket socket, RedisAddress address) throws IOException, GeneralSecurityException {
        SSLContext context;
        try {
            context = trust.call();
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new GeneralSecurityException(e);
        }
        SSLSocket secure =
                (SSLSocket) context.getSocketFactory().createSocket(socket, address.host(), address.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        // Checks that the certificate is for this name.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    private static void introduce(JedisLine line, RedisAddress address) throws LineBrokenException {
        String password = address.password();
        if (password != null) {
            String user = address.user();
            Object reply = user == null
                    ? line.plain(Protocol.Command.AUTH, bytes(password))
                    : line.plain(Protocol.Command.AUTH, bytes(user), bytes(password));
            demand(reply, line, "Redis at " + address + " refuses the user or the password");
        }
        if (address.db() != 0) {
            Object reply = line.plain(Protocol.Command.SELECT, Protocol.toByteArray(address.db()));
            demand(reply, line, "Redis at " + address + " refuses the database");
        }
        // For people who look at CLIENT LIST; a server that forbids it serves all the same.
        line.plain(Protocol.Command.CLIENT, bytes("SETNAME"), bytes("headgate"));
    }

    private static void demand(@Nullable Object reply, JedisLine line, String complaint) throws LineBrokenException {
        if (reply instanceof JedisDataException) {
            line.close();
            JedisDataException refusal = (JedisDataException) reply;
            throw new LineBrokenException(complaint + ": " + refusal.getMessage(), refusal);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // Nothing is left to close.
        }
    }
}
