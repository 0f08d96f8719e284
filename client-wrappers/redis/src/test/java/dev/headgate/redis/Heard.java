package dev.headgate.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what a breaker tells. */
final class Heard implements Breaker.Listener {
    final List<String> changes = new CopyOnWriteArrayList<>();

    @Override
    public void opened(RedisTroubleException why) {
        changes.add("opened: " + why.getMessage());
    }

    @Override
    public void closed() {
        changes.add("closed");
    }
}
