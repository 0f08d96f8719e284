package dev.headgate.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Permits as Redis would keep them while no two processes wait, with the faults of a server and of the way to it. */
final class MemoryPermits implements CommandRunner {
    /** What becomes of a trip. */
    enum Fault {
        NONE,
        LOST_ON_THE_WAY,
        REPLY_LOST,
        REFUSED
    }

    final Map<String, Long> permits = new LinkedHashMap<>();
    final List<List<String>> told = new ArrayList<>();
    Fault fault = Fault.NONE;
    long newestRevision;
    long newestAtOnce;
    private final AtomicLong nanos;
    private final long began;

    MemoryPermits(AtomicLong nanos) {
        this.nanos = nanos;
        this.began = nanos.get();
    }

    @Override
    public synchronized @Nullable Object run(Command command) throws RedisTroubleException {
        List<String> argv = command.args().stream()
                .map(arg -> new String(arg, StandardCharsets.UTF_8))
                .toList();
        told.add(argv);
        if (fault == Fault.LOST_ON_THE_WAY) {
            throw new RedisTroubleException("on purpose", null);
        }
        if (fault == Fault.REFUSED) {
            return new IllegalStateException("OOM on purpose");
        }
        List<Long> reply = answer(argv);
        if (fault == Fault.REPLY_LOST) {
            throw new RedisTroubleException("on purpose", null);
        }
        return reply;
    }

    private List<Long> answer(List<String> argv) {
        long now = (nanos.get() - began) / 1_000;
        long ends = now + Long.parseLong(argv.get(4));
        boolean older = newestRevision > Long.parseLong(argv.get(3));
        long revision = older ? newestRevision : Long.parseLong(argv.get(3));
        long atOnce = older ? newestAtOnce : Long.parseLong(argv.get(2));
        permits.values().removeIf(end -> end <= now);
        givenBack(argv).forEach(permits::remove);
        List<Long> places = new ArrayList<>();
        for (String permit : renewed(argv)) {
            if (permits.put(permit, ends) == null) {
                places.add(1L + renewed(argv).indexOf(permit));
            }
        }
        long letIn = 0;
        for (String permit : entering(argv)) {
            if (permits.size() < atOnce) {
                permits.put(permit, ends);
                letIn++;
            }
        }
        List<Long> reply = new ArrayList<>(List.of(now, atOnce, revision, (long) permits.size(), letIn, 0L));
        reply.addAll(places);
        return reply;
    }

    List<String> last() {
        return told.get(told.size() - 1);
    }

    static List<String> givenBack(List<String> argv) {
        return argv.subList(11, 11 + Integer.parseInt(argv.get(9)));
    }

    static List<String> renewed(List<String> argv) {
        int from = 11 + givenBack(argv).size();
        return argv.subList(from, from + Integer.parseInt(argv.get(10)));
    }

    static List<String> entering(List<String> argv) {
        return argv.subList(11 + givenBack(argv).size() + renewed(argv).size(), argv.size());
    }
}
