package dev.headgate.it.support;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads requests from one connection. Not thread-safe. */
final class HttpExchangeReader {
    private final InputStream in;
    private final int connection;

    HttpExchangeReader(InputStream in, int connection) {
        this.in = new BufferedInputStream(in);
        this.connection = connection;
    }

    /** Returns the next request, or null if the client has closed the connection. */
    @Nullable
    Arrival next() throws IOException {
        int first = in.read();
        long nanos = System.nanoTime();
        if (first < 0) {
            return null;
        }
        String[] request = ((char) first + line()).split(" ", 3);
        if (request.length != 3) {
            throw new IOException("Not HTTP: " + String.join(" ", request));
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        return new Arrival(nanos, connection, request[0], request[1], Map.copyOf(headers), body(headers));
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            while (true) {
                int size = Integer.parseInt(line().trim(), 16);
                all.write(in.readNBytes(size));
                line();
                if (size == 0) {
                    return all.toByteArray();
                }
            }
        }
        return in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("The client closed the connection within a request");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
