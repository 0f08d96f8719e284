package dev.headgate.it.support;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes answers. */
final class HttpExchangeWriter {
    private HttpExchangeWriter() {}

    static void write(OutputStream out, Arrival request, Reply reply) throws IOException {
        boolean bodyless = request.method().equals("HEAD") || reply.status() == 204 || reply.status() == 304;
        StringBuilder head =
                new StringBuilder("HTTP/1.1 ").append(reply.status()).append(" Scripted\r\n");
        reply.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        if (!bodyless) {
            head.append("Content-Length: ").append(reply.body().length).append("\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] body = bodyless ? new byte[0] : reply.body();
        byte[] whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        out.write(whole);
        out.flush();
    }
}
