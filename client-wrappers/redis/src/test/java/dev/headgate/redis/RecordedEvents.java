package dev.headgate.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what it is told. */
final class RecordedEvents implements PermitEvents {
    final List<String> all = new CopyOnWriteArrayList<>();

    @Override
    public void away(Throwable why) {
        all.add("away: " + why.getMessage());
    }

    @Override
    public void back() {
        all.add("back");
    }

    @Override
    public void lapsed(int permits) {
        all.add("lapsed: " + permits);
    }

    @Override
    public void dropped() {
        all.add("dropped");
    }

    @Override
    public void outdated(long newerRevision, int atOnce) {
        all.add("outdated: " + newerRevision + ", " + atOnce);
    }

    @Override
    public void failed(Throwable failure) {
        all.add("failed: " + failure.getMessage());
    }
}
