package dev.headgate.it.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One decision in this process. Every subject is measured in a JVM of its own, so that none profits from another's profile. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LocalDecision {
    /** Which limiter. */
    @Param("bare-cas")
    public String subject = "";

    private Subject measured = () -> true;

    /** Makes the limiter. */
    @Setup
    public void make() {
        measured = Subjects.named(subject);
    }

    /** Asks once. */
    @Benchmark
    public boolean decide() {
        return measured.tryOne();
    }
}
