package com.example.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Calls with each client: 50 calls from 8 threads where calls are held, and 50 where they fail at once. The second is tried
 * again elsewhere if this machine was too slow to offer all 50 within 900 ms. It says when it is ready, and begins when it is
 * told to by a line.
 *
 * <p>Arguments: {@code PORT JDBC_URL CLIENT…}; a client calls {@code CLIENT.wait.test} and {@code CLIENT-N.fail.test}.
 */
public final class Offer {
    private static final int TRIES = 3;
    private static final long IN_TIME_MILLIS = 900;

    private Offer() {}

    public static void main(String[] args) throws Exception {
        List<Load> holding = new ArrayList<>();
        List<List<Load>> failing = new ArrayList<>();
        for (String name : List.of(args).subList(2, args.length)) {
            List<Load> tries = new ArrayList<>();
            if (name.equals("hikari")) {
                holding.add(new Load(name + ".wait", Client.of(pool(name + ".wait", args[1])), name + ".wait.test"));
                for (int i = 0; i < TRIES; i++) {
                    String pool = name + "-" + i + ".fail";
                    tries.add(new Load(name + ".fail", Client.of(pool(pool, args[1])), pool + ".test"));
                }
            } else {
                Client client = Client.named(name);
                holding.add(new Load(name + ".wait", client, url(name + ".wait.test", args[0])));
                for (int i = 0; i < TRIES; i++) {
                    tries.add(new Load(name + ".fail", client, url(name + "-" + i + ".fail.test", args[0])));
                }
            }
            failing.add(tries);
        }
        for (Load load : holding) {
            load.warmUp();
        }
        for (List<Load> tries : failing) {
            tries.get(0).warmUp();
        }
        // The warm-up calls have to leave every window of one second.
        new CountDownLatch(1).await(1_150, TimeUnit.MILLISECONDS);
        System.out.println("ready");
        System.in.read();
        StallWatch watch = StallWatch.start();
        for (List<Load> tries : failing) {
            for (Load load : tries) {
                if (load.run() <= IN_TIME_MILLIS) {
                    break;
                }
            }
        }
        together(holding);
        Print.fact("stall", "ms", watch.longestMillis());
        System.exit(0); // the clients' own threads live on
    }

    private static void together(List<Load> loads) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Load load : loads) {
            Thread thread = new Thread(() -> {
                try {
                    load.run();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static String url(String host, String port) {
        return "http://" + host + ":" + port + "/";
    }

    private static HikariDataSource pool(String name, String url) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(url);
        config.setUsername("postgres");
        config.setMaximumPoolSize(8);
        config.setConnectionTimeout(10_000);
        HikariDataSource pool = new HikariDataSource(config);
        while (pool.getHikariPoolMXBean().getIdleConnections() < 8) {
            Thread.onSpinWait();
        }
        return pool;
    }
}
