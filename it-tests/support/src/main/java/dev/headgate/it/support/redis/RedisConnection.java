package dev.headgate.it.support.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the test's own, so that what the product's client does wrong cannot hide. Speaks RESP 2. Strings are bytes:
 * one character each. Not thread-safe.
 */
public final class RedisConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    /**
     * Connects to 127.0.0.1.
     *
     * @param timeoutMillis how long connecting and each reply may take; 0 for ever
     */
    public RedisConnection(int port, int timeoutMillis) throws IOException {
        socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMillis);
            socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), timeoutMillis);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** What Redis answered with an error. */
    public static final class ErrorReply extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ErrorReply(String message) {
            super(message);
        }
    }

    /**
     * Sends a command and returns its reply: a {@code String}, a {@code Long}, a {@code List} of replies, or null. Errors in a
     * list stay where they are.
     *
     * @throws ErrorReply if it is an error
     * @throws UncheckedIOException if there is none
     */
    public @Nullable Object call(Object... words) {
        try {
            send(words);
            Object reply = read();
            if (reply instanceof ErrorReply error) {
                throw error;
            }
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException("No reply to " + List.of(words), e);
        }
    }

    /** Sends a command whose reply is not null. */
    public Object answer(Object... words) {
        return Objects.requireNonNull(call(words), () -> "No such thing: " + List.of(words));
    }

    /** Sends a command that is answered with a number. */
    public long number(Object... words) {
        return (Long) answer(words);
    }

    /** Sends a command that is answered with a string. */
    public String text(Object... words) {
        return (String) answer(words);
    }

    /** Sends a command that is answered with a list of strings. */
    public List<String> list(Object... words) {
        return ((List<?>) answer(words)).stream().map(String.class::cast).toList();
    }

    void send(Object... words) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(("*" + words.length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        for (Object word : words) {
            byte[] text = String.valueOf(word).getBytes(StandardCharsets.ISO_8859_1);
            bytes.write(("$" + text.length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            bytes.write(text);
            bytes.write('\r');
            bytes.write('\n');
        }
        socket.getOutputStream().write(bytes.toByteArray());
    }

    @Nullable
    Object read() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new ErrorReply(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> many(Integer.parseInt(rest));
            default -> throw new IOException("Not a reply: " + line);
        };
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Object bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("Redis closed the connection within a reply");
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private @Nullable Object many(int count) throws IOException {
        if (count < 0) {
            return null;
        }
        List<@Nullable Object> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(read());
        }
        return all;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("Redis closed the connection");
            }
            line.append((char) c);
        }
        if (in.read() != '\n' || line.isEmpty()) {
            throw new IOException("Not a reply: " + line);
        }
        return line.toString();
    }
}
