package com.example.program;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Calls a few URLs one after the other and says what came of it, then {@code OK}. Arguments: {@code CLIENT URL…}; a second
 * {@code CLIENT} changes over to that one.
 */
public final class Calls {
    private Calls() {}

    public static void main(String[] args) throws Exception {
        make(args);
        System.out.println("OK");
        System.exit(0); // the clients' own threads live on
    }

    static void make(String... args) throws InterruptedException {
        String name = "";
        Client client = null;
        for (String argument : List.of(args)) {
            if (!argument.contains("://")) {
                name = argument;
                client = Client.named(name);
                continue;
            }
            long started = System.nanoTime();
            try {
                long status = client.start(argument).get();
                Print.fact("call", "client", name, "url", argument, "ms", millisSince(started), "result", status);
            } catch (ExecutionException e) {
                Print.fact(
                        "call",
                        "client",
                        name,
                        "url",
                        argument,
                        "ms",
                        millisSince(started),
                        "thrown",
                        Print.types(e.getCause()),
                        "retry-ms",
                        Print.retryAfterMillis(e.getCause()),
                        "message",
                        e.getCause().getMessage());
            }
        }
    }

    private static long millisSince(long started) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
    }
}
