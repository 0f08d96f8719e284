package dev.headgate.config;

import dev.headgate.config.report.Problem;
import dev.headgate.config.report.Problem.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a file as text, in bounded time and memory. */
final class FileText {
    private static final int LARGEST = 1 << 20;

    private FileText() {}

    static String read(Path file) {
        byte[] bytes = bytes(file);
        boolean utf16 = bytes.length >= 2
                && (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF
                        || bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE);
        if (utf16) {
            throw refused(file, 1, 1, "the file is UTF-16", "save it as UTF-8");
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer text = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError()) {
            String[] lines = text.toString().split("\r\n|\n|\r", -1);
            String last = lines[lines.length - 1];
            int column = last.codePointCount(0, last.length()) + 1;
            throw refused(
                    file,
                    lines.length,
                    column,
                    "a byte that is not UTF-8; is this a text file?",
                    "save it as UTF-8 text");
        }
        return text.toString();
    }

    private static byte[] bytes(Path file) {
        if (!Files.exists(file)) {
            throw refused(file, 0, 0, "there is no such file", null);
        }
        if (!Files.isRegularFile(file)) {
            throw refused(file, 0, 0, "this is not a file", null);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw refused(
                        file,
                        0,
                        0,
                        "the file is larger than 1 MiB and was not read",
                        "a thousand downstreams need a tenth of that; is this the right file?");
            }
            return bytes;
        } catch (AccessDeniedException denied) {
            throw refused(file, 0, 0, "the file may not be read by this user", null);
        } catch (IOException unreadable) {
            throw refused(file, 0, 0, "the file cannot be read: " + unreadable.getMessage(), null);
        }
    }

    private static ConfigException refused(Path file, int line, int column, String message, @Nullable String hint) {
        return new ConfigException(
                List.of(new Problem(Severity.ERROR, file.toString(), line, column, message, hint, null)));
    }
}
