package dev.headgate.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A call site that links itself at its first use may load JDK classes while such a class is being loaded; the class loader
 * then fails for good. So the code that runs before and within class loading holds none.
 */
class BootBytecodeTest {
    private static final int DYNAMIC = 17;
    private static final int INVOKE_DYNAMIC = 18;

    @ParameterizedTest
    @ValueSource(strings = {"client-wrappers/api", "agent/boot", "agent/premain"})
    void noClassHoldsADynamicCallSite(String module) throws IOException {
        Optional<Rooms> room =
                Rooms.ALL.stream().filter(r -> r.module().equals(module)).findFirst();
        List<Path> classes;
        try (var files = Files.walk(room.orElseThrow().compiled())) {
            classes = files.filter(file -> file.toString().endsWith(".class")).toList();
        }
        assertThat(classes).isNotEmpty();
        for (Path file : classes) {
            assertThat(holdsDynamicConstant(file)).as("%s", file.getFileName()).isFalse();
        }
    }

    // Walks the constant pool: JVM specification, 4.4.
    private static boolean holdsDynamicConstant(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file);
                DataInputStream in = new DataInputStream(bytes)) {
            in.skipNBytes(8);
            int entries = in.readUnsignedShort();
            for (int i = 1; i < entries; i++) {
                int tag = in.readUnsignedByte();
                if (tag == DYNAMIC || tag == INVOKE_DYNAMIC) {
                    return true;
                }
                switch (tag) {
                    case 1 -> in.skipNBytes(in.readUnsignedShort());
                    case 3, 4, 9, 10, 11, 12 -> in.skipNBytes(4);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        i++; // a long or double takes two entries
                    }
                    case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    default -> throw new IOException("Unknown constant " + tag + " in " + file);
                }
            }
            return false;
        }
    }
}
