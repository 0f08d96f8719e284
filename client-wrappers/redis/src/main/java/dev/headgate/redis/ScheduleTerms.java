package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The limits of a budget as scripts know them: kinds, revision, numbers. Kept by Redis beside what it remembers, so that a
 * process with other terms notices. Immutable.
 */
final class ScheduleTerms {
    private final List<Kind> kinds;
    private final long revision;
    private final List<long[]> numbers;
    private final byte[] packed;

    /** @param numbers for each limit, as its kind's resource names them; not copied */
    ScheduleTerms(List<Kind> kinds, long revision, List<long[]> numbers) {
        this.kinds = List.copyOf(kinds);
        this.revision = revision;
        this.numbers = List.copyOf(numbers);
        Packed all = new Packed(64).text(letters()).number(revision);
        for (long[] each : numbers) {
            for (long number : each) {
                all.number(number);
            }
        }
        this.packed = all.toBytes();
    }

    /** @param revision of the file that says so, 0: it has none */
    static ScheduleTerms of(List<Bandwidth> limits, long revision) {
        List<Kind> kinds = new ArrayList<>();
        List<long[]> numbers = new ArrayList<>();
        for (Bandwidth limit : limits) {
            kinds.add(Kind.of(limit));
            numbers.add(RedisNumbers.of(limit));
        }
        return new ScheduleTerms(kinds, revision, numbers);
    }

    /** Reads what another process has packed. */
    static ScheduleTerms read(byte[] packed) {
        Unpacked values = new Unpacked(packed);
        List<Kind> kinds = new ArrayList<>();
        for (char letter : values.text().toCharArray()) {
            kinds.add(Kind.of(letter));
        }
        long revision = values.number();
        List<long[]> numbers = new ArrayList<>();
        for (Kind kind : kinds) {
            long[] each = new long[kind.parts.names("numbers").size()];
            Arrays.setAll(each, i -> values.number());
            numbers.add(each);
        }
        return new ScheduleTerms(kinds, revision, numbers);
    }

    List<Kind> kinds() {
        return kinds;
    }

    long revision() {
        return revision;
    }

    /** What scripts are told; not a copy. */
    byte[] packed() {
        return packed;
    }

    private String letters() {
        return kinds.stream().map(kind -> "" + kind.letter).collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return letters() + " " + numbers.stream().map(Arrays::toString).collect(Collectors.joining());
    }
}
