package dev.headgate.adapter.jdk;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives a subscriber one buffer when it asks for the first, then the end; after its {@code onSubscribe} has returned, as the
 * client would. Thread-safe.
 */
final class OneBuffer implements Flow.Subscription {
    private static final int SUBSCRIBED = 1;
    private static final int WANTED = 2;
    private static final int READY = SUBSCRIBED | WANTED;
    private static final int OVER = 4;

    private final Flow.Subscriber<List<ByteBuffer>> subscriber;
    private final ByteBuffer buffer;
    private final AtomicInteger state = new AtomicInteger();

    OneBuffer(Flow.Subscriber<List<ByteBuffer>> subscriber, ByteBuffer buffer) {
        this.subscriber = subscriber;
        this.buffer = buffer;
    }

    void begin() {
        subscriber.onSubscribe(this);
        add(SUBSCRIBED);
    }

    @Override
    public void request(long buffers) {
        if (buffers > 0) {
            add(WANTED);
        } else if ((state.getAndUpdate(now -> now | OVER) & OVER) == 0) {
            subscriber.onError(new IllegalArgumentException("Asked for " + buffers + " buffers"));
        }
    }

    @Override
    public void cancel() {
        state.updateAndGet(now -> now | OVER);
    }

    private void add(int what) {
        if (state.updateAndGet(now -> now | what) == READY && state.compareAndSet(READY, READY | OVER)) {
            subscriber.onNext(List.of(buffer));
            subscriber.onComplete();
        }
    }
}
