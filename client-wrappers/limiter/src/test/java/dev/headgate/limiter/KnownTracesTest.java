package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** What everybody knows of the five algorithms. */
class KnownTracesTest {
    private final ManualMeter clock = ManualMeter.wall();

    private LocalBucket bucket(Bandwidth bandwidth) {
        clock.at(0);
        return Bucket.builder()
                .addLimit(bandwidth)
                .withCustomTimePrecision(clock)
                .build();
    }

    private long calls(LocalBucket bucket, int calls, long millis) {
        clock.atMillis(millis);
        long went = 0;
        for (int i = 0; i < calls; i++) {
            went += bucket.tryConsume(1) ? 1 : 0;
        }
        return went;
    }

    @Test
    void ten_calls_on_each_side_of_a_windows_edge() {
        Duration second = Duration.ofSeconds(1);
        LocalBucket window = bucket(Bandwidth.builder().fixedWindow(10, second).build());
        assertThat(calls(window, 10, 990) + calls(window, 10, 1010)).isEqualTo(20);
        LocalBucket log =
                bucket(Bandwidth.builder().slidingWindowLog(10, second).build());
        assertThat(calls(log, 10, 990) + calls(log, 10, 1010)).isEqualTo(10);
        LocalBucket counter =
                bucket(Bandwidth.builder().slidingWindowCounter(10, second).build());
        assertThat(calls(counter, 10, 990) + calls(counter, 10, 1010)).isEqualTo(10);
        LocalBucket tokens = bucket(Bandwidth.simple(10, second));
        assertThat(calls(tokens, 10, 990) + calls(tokens, 10, 1010)).isEqualTo(10);
    }

    @Test
    void a_counter_weighs_the_window_before() {
        LocalBucket bucket = bucket(Bandwidth.builder()
                .slidingWindowCounter(10, Duration.ofSeconds(1))
                .build());
        assertThat(calls(bucket, 8, 500)).isEqualTo(8);
        assertThat(calls(bucket, 3, 1250)).isEqualTo(3);
        // 3 + 8 * 0.7 = 8.6
        assertThat(calls(bucket, 3, 1300)).isEqualTo(1);
    }

    @Test
    void a_bucket_that_starts_empty_fills_evenly() {
        LocalBucket bucket = bucket(Bandwidth.builder()
                .capacity(60)
                .refillGreedy(5, Duration.ofSeconds(1))
                .initialTokens(0)
                .build());
        clock.at(2 * SECOND);
        assertThat(bucket.getAvailableTokens()).isEqualTo(10);
        clock.at(12 * SECOND - 1);
        assertThat(bucket.getAvailableTokens()).isEqualTo(59);
        clock.at(12 * SECOND);
        assertThat(bucket.getAvailableTokens()).isEqualTo(60);
        clock.at(20 * SECOND);
        assertThat(bucket.getAvailableTokens()).isEqualTo(60);
    }

    @Test
    void a_queue_of_three_refuses_the_fifth_and_one_leaves_a_second() {
        LocalBucket bucket = bucket(Bandwidth.builder()
                .leakyBucket(1, Duration.ofSeconds(1))
                .depth(3)
                .build());
        List<String> answers = Stream.generate(() -> bucket.reserve(1, 60 * SECOND))
                .limit(5)
                .map(Object::toString)
                .collect(Collectors.toList());
        assertThat(answers)
                .containsExactly(
                        "Reservation{in 0 ns}",
                        "Reservation{in 1000000000 ns}",
                        "Reservation{in 2000000000 ns}",
                        "Reservation{in 3000000000 ns}",
                        "Reservation{refused, come back in 4000000000 ns}");
    }

    @Test
    void the_library_is_small() throws IOException {
        AtomicLong size = new AtomicLong();
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int b) {
                size.incrementAndGet();
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                size.addAndGet(length);
            }
        };
        Path classes = Path.of(
                Bucket.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        try (ZipOutputStream zip = new ZipOutputStream(counting);
                Stream<Path> files = Files.walk(classes)) {
            files.filter(file -> file.toString().endsWith(".class"))
                    .forEach(file -> add(zip, classes.relativize(file).toString(), file));
        }
        assertThat(size.get()).isBetween(20_000L, 120_000L);
    }

    private static void add(ZipOutputStream zip, String name, Path file) {
        try {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(Files.readAllBytes(file));
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
