package com.example.program;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Offers calls at random times, each of which is tried up to four times without a moment between, as many programs do. It says
 * when it is ready, begins when it is told to by a line, prints each call as it ends, and at the end what the tries met.
 *
 * <p>Arguments: {@code URL CALLS_PER_SECOND SECONDS SEED}.
 */
public final class RetriesAtOnce {
    private static final int TRIES = 4;
    private static final String SERVED = "200";
    private static final String LIMITED = "limited";

    private final OkHttpClient client = new OkHttpClient.Builder()
            .connectTimeout(1, TimeUnit.SECONDS)
            .readTimeout(1, TimeUnit.SECONDS)
            .build();
    private final Map<String, LongAdder> met = new ConcurrentHashMap<>();
    private final Request request;

    private RetriesAtOnce(String url) {
        this.request = new Request.Builder().url(url).build();
    }

    public static void main(String[] args) throws Exception {
        RetriesAtOnce program = new RetriesAtOnce(args[0]);
        program.attempt(); // so that everything is loaded
        program.met.clear();
        System.out.println("ready");
        System.in.read();
        StallWatch watch = StallWatch.start();
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[3]));
        RandomArrivals.offer(Double.parseDouble(args[1]), Double.parseDouble(args[2]), random, program::call);
        new TreeMap<>(program.met).forEach((what, times) -> Print.fact("met", "what", what, "times", times));
        Print.fact("stall", "ms", watch.longestMillis());
        System.exit(0);
    }

    private void call() {
        long begun = System.nanoTime();
        int limited = 0;
        String result = "";
        for (int tries = 0; tries < TRIES && !result.equals(SERVED); tries++) {
            result = attempt();
            limited += result.equals(LIMITED) ? 1 : 0;
        }
        boolean served = result.equals(SERVED);
        Print.fact("call", "begun", begun, "ended", System.nanoTime(), "served", served, "limited", limited);
    }

    /** Calls once and returns what came of it: a status, that there was no answer in time, or what was thrown. */
    private String attempt() {
        String what;
        try (Response response = client.newCall(request).execute()) {
            response.body().string();
            what = String.valueOf(response.code());
        } catch (SocketTimeoutException e) {
            what = "timeout";
        } catch (IOException e) {
            what = Print.retryAfterMillis(e) < 0 ? e.toString() : LIMITED;
        }
        met.computeIfAbsent(what, first -> new LongAdder()).increment();
        return what;
    }
}
