package com.example.program;

import java.util.concurrent.CompletableFuture;

/** Uses a limit up, hands two more calls to OkHttp, and is done: what is under way keeps the JVM. */
public final class EnqueuesAndReturns {
    private EnqueuesAndReturns() {}

    public static void main(String[] args) throws Exception {
        System.out.println("first " + Client.named("okhttp").start(args[0]).get());
        Client client = Client.named("okhttp-enqueue");
        CompletableFuture<Void> both = CompletableFuture.allOf(
                client.start(args[0]).thenAccept(status -> System.out.println("answered " + status)),
                client.start(args[0]).thenAccept(status -> System.out.println("answered " + status)));
        // OkHttp's threads stay for a minute after their last call.
        both.thenRun(() -> System.exit(0));
        System.out.println("main returns");
    }
}
