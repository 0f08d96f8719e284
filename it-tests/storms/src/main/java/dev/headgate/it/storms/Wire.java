package dev.headgate.it.storms;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The way from all processes to the downstream.
 *
 * @param loop the time
 * @param server its end
 * @param networkSeconds how long a call is on its way at most
 * @param random tells how long each is
 * @param recording counts what passes
 */
record Wire(EventLoop loop, Server server, double networkSeconds, SplittableRandom random, Recording recording) {
    void send(Consumer<Reply> caller) {
        if (networkSeconds == 0) {
            server.receive(caller);
        } else {
            loop.in(random.nextDouble() * networkSeconds, () -> server.receive(caller));
        }
    }
}
