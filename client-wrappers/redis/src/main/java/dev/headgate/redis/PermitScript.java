package dev.headgate.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** One limit's {@code concurrency.lua} in the words of one process. Thread-safe. */
final class PermitScript {
    /** How long a process counts as waiting after its last word, in nanoseconds: several of its looks. */
    static final long PATIENCE_NANOS = 200_000_000;

    /** The longest lease that the script takes for one. */
    static final Duration LONGEST_LEASE = Duration.ofSeconds(60);

    private static final Script SCRIPT = new Script(Parts.lines("concurrency").stream()
            .filter(line -> !line.strip().startsWith("--"))
            .collect(Collectors.joining("\n")));
    private static final int RADIX = 36;

    private final List<byte[]> keys;
    private final String process;
    private final long leaseNanos;
    private final Supplier<Terms> terms;
    private final AtomicLong made = new AtomicLong();

    /**
     * A limit.
     *
     * @param key what its keys begin with: that of its budget (see {@link KeyNames}) and its number there; holds the hash tag
     * @param process a name that no other process has ever had
     * @param lease how long a permit stands without its owner: 100 ms to {@link #LONGEST_LEASE}
     * @param terms whose clock counts
     */
    PermitScript(String key, String process, Duration lease, Supplier<Terms> terms) {
        if (lease.compareTo(Duration.ofMillis(100)) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException(
                    "A lease must last between 100 ms and " + LONGEST_LEASE + ", but is " + lease);
        }
        this.keys = List.of(
                bytes(key + ":permits"), bytes(key + ":line"), bytes(key + ":callers"), bytes(key + ":numbers"));
        this.process = process;
        this.leaseNanos = lease.toNanos();
        this.terms = terms;
    }

    /** Returns the script of all such limits, for connections that know it before they are used. */
    static Script script() {
        return SCRIPT;
    }

    long leaseNanos() {
        return leaseNanos;
    }

    /** Returns a name for a permit that no other ever has. */
    byte[] newName() {
        return bytes(process + ':' + Long.toString(made.incrementAndGet(), RADIX));
    }

    Command command(PermitWords words) {
        List<byte[]> args = new ArrayList<>();
        Terms current = terms.get();
        args.add(current.now());
        args.add(current.maxSkew());
        args.add(bytes(words.atOnce()));
        args.add(bytes(words.revision()));
        args.add(bytes(TimeUnit.NANOSECONDS.toMicros(leaseNanos)));
        args.add(bytes(TimeUnit.NANOSECONDS.toMicros(PATIENCE_NANOS)));
        args.add(bytes(process));
        args.add(bytes(words.keeps()));
        args.add(bytes(words.waits() ? 1 : 0));
        args.add(bytes(words.givenBack().size()));
        args.add(bytes(words.renewed().size()));
        for (List<Permit> permits : List.of(words.givenBack(), words.renewed(), words.entering())) {
            for (Permit permit : permits) {
                args.add(permit.name());
            }
        }
        return new Command(SCRIPT, keys, args);
    }

    private static byte[] bytes(long number) {
        return bytes(Long.toString(number));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
