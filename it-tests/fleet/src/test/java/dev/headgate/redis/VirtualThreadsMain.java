package dev.headgate.redis;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A program whose virtual threads all ask at once, and which counts how many of them held on to their carrier. */
public final class VirtualThreadsMain {
    private static final int THREADS = 500;
    private static final int CALLS = 20;

    private VirtualThreadsMain() {}

    /** @param args the port of a server */
    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        AtomicInteger troubled = new AtomicInteger();
        Counting.Heard heard = new Counting.Heard();
        try (Combiner<String> combiner = Counting.combiner(() -> Counting.local(port), Duration.ofSeconds(10), heard);
                Recording recording = new Recording()) {
            Counting.count(combiner, "warm-up");
            recording.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
            recording.start();
            CountDownLatch end = new CountDownLatch(THREADS);
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            for (int i = 0; i < THREADS; i++) {
                start.invoke(null, (Runnable) () -> {
                    for (int call = 0; call < CALLS; call++) {
                        if (!Counting.count(combiner, "a").matches("[0-9]+")) {
                            troubled.incrementAndGet();
                        }
                    }
                    end.countDown();
                });
            }
            end.await();
            recording.stop();
            Path file = Files.createTempFile("pinned", ".jfr");
            recording.dump(file);
            int pinned = 0;
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                pinned++;
                System.out.println(event);
            }
            Files.delete(file);
            System.out.println("pinned=" + pinned + " troubled=" + troubled);
        }
    }
}
