package dev.headgate.it.storms;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The downstream: some workers, a bounded queue before them. It works on calls whose callers have gone, as real ones do, and
 * refuses in 5 ms what it has no room for.
 */
final class Server {
    private static final double REFUSAL_SECONDS = 0.005;

    private final EventLoop loop;
    private final Downstream downstream;
    private final Trouble trouble;
    private final Replies replies;
    private final Recording recording;
    private final SplittableRandom work;
    private final SplittableRandom noise;
    private final ArrayDeque<Consumer<Reply>> queue = new ArrayDeque<>();
    private int busy;
    private long quotaSecond;
    private int quotaUsed;

    Server(EventLoop loop, Scenario scenario, Recording recording, SplittableRandom random) {
        this.loop = loop;
        this.downstream = scenario.downstream();
        this.trouble = scenario.trouble();
        this.replies = new Replies(loop, trouble);
        this.recording = recording;
        this.work = random.split();
        this.noise = random.split();
    }

    /** Takes a call; the reply comes later. */
    void receive(Consumer<Reply> caller) {
        recording.arrived();
        Reply refusal = refusal();
        if (refusal != null) {
            loop.in(REFUSAL_SECONDS, () -> caller.accept(refusal));
        } else if (busy < downstream.workers()) {
            serve(caller);
        } else {
            queue.add(caller);
        }
    }

    private @Nullable Reply refusal() {
        if (trouble.refuses(loop.seconds())) {
            return replies.broken();
        }
        if (trouble.noise() > 0 && noise.nextDouble() < trouble.noise(loop.seconds())) {
            return Reply.UNAVAILABLE;
        }
        if (trouble.kind() == Trouble.Kind.QUOTA && isOverQuota()) {
            return replies.overQuota();
        }
        return queue.size() >= downstream.queue() ? replies.full(downstream) : null;
    }

    private boolean isOverQuota() {
        long second = (long) loop.seconds();
        if (second != quotaSecond) {
            quotaSecond = second;
            quotaUsed = 0;
        }
        return ++quotaUsed > downstream.capacity();
    }

    private void serve(Consumer<Reply> caller) {
        busy++;
        double perSecond = downstream.capacity() * trouble.capacity(loop.seconds());
        double mean = downstream.workers() / perSecond;
        loop.in(-StrictMath.log1p(-work.nextDouble()) * mean, () -> done(caller));
    }

    private void done(Consumer<Reply> caller) {
        busy--;
        Consumer<Reply> next = queue.poll();
        if (next != null) {
            serve(next);
        }
        caller.accept(answer());
    }

    private Reply answer() {
        boolean spent = trouble.kind() == Trouble.Kind.SPENT
                && loop.seconds() >= trouble.from()
                && loop.seconds() < trouble.to();
        return spent ? replies.lastOne() : Reply.OK;
    }
}
