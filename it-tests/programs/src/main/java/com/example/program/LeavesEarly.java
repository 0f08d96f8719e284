package com.example.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets a daemon thread wait in a call and returns from main. Argument: a URL that is called twice. */
public final class LeavesEarly {
    private LeavesEarly() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        Client client = Client.named("huc");
        Thread thread = new Thread(
                () -> {
                    client.start(args[0]).join();
                    second.countDown();
                    client.start(args[0]).join();
                },
                "caller");
        thread.setDaemon(true);
        thread.start();
        second.await();
        new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS);
        System.out.println("waiting=" + (thread.getState() == Thread.State.TIMED_WAITING));
        System.out.println("main returns");
    }
}
