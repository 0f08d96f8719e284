package dev.headgate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Inside the agent a logger that says nothing stands in for SLF4J. */
class SilentLoggerIT {
    private static final String STAND_IN = "dev/headgate/engine/slf4j/";
    private static final int ASM = Opcodes.ASM9;

    private final Set<String> called = new TreeSet<>();
    private final Set<String> there = new TreeSet<>();

    @Test
    void itHasEveryMethodThatIsCalled() throws IOException {
        try (JarFile jar = new JarFile(new File(System.getProperty("headgate.agent.jar")))) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                boolean ours = entry.getName().startsWith("inst/" + STAND_IN);
                if (entry.getName().endsWith(".classdata")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        new ClassReader(in).accept(new Look(ours), 0);
                    }
                }
            }
        }
        assertThat(there).containsAll(called);
    }

    private final class Look extends ClassVisitor {
        private final boolean ours;
        private String type = "";

        Look(boolean ours) {
            super(ASM);
            this.ours = ours;
        }

        @Override
        public void visit(int v, int access, String name, String signature, String parent, String[] interfaces) {
            type = name;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] thrown) {
            if (ours) {
                there.add(type + " " + name + descriptor);
                return null;
            }
            return new MethodVisitor(ASM) {
                @Override
                public void visitMethodInsn(int code, String owner, String method, String shape, boolean itf) {
                    if (owner.startsWith(STAND_IN)) {
                        called.add(owner + " " + method + shape);
                    }
                }
            };
        }
    }
}
