package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a thread of ours takes with it from the thread that started it. */
class DaemonThreadsTest {
    private final ThreadFactory threads = new DaemonThreads("test");

    @Test
    void itIsADaemonWithANumberAndWithoutAClassLoader() {
        Thread first = threads.newThread(() -> {});
        assertThat(first.getName()).isEqualTo("test-1");
        assertThat(first.isDaemon()).isTrue();
        assertThat(first.getContextClassLoader()).isNull();
        assertThat(threads.newThread(() -> {}).getName()).isEqualTo("test-2");
    }

    @Test
    void theProgramThatHappenedToStartItCanBeUnloaded() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        WeakReference<ClassLoader> program = startFromAProgram(end);
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            System.gc();
            return program.get() == null;
        });
        end.countDown();
    }

    @SuppressWarnings("unchecked")
    private WeakReference<ClassLoader> startFromAProgram(CountDownLatch end) throws Exception {
        ClassLoader program = new OneClass(Starter.class);
        Function<ThreadFactory, Thread> starter = (Function<ThreadFactory, Thread>)
                program.loadClass(Starter.class.getName()).getConstructor().newInstance();
        starter.apply(work -> threads.newThread(() -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }))
                .start();
        return new WeakReference<>(program);
    }

    /** Stands for the program's code. */
    public static final class Starter implements Function<ThreadFactory, Thread> {
        @Override
        public Thread apply(ThreadFactory factory) {
            return factory.newThread(() -> {});
        }
    }

    private static final class OneClass extends ClassLoader {
        private final Class<?> own;

        OneClass(Class<?> own) {
            super(own.getClassLoader());
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(own.getName()) || findLoadedClass(name) != null) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = own.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
