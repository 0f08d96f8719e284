package dev.headgate.it.contract;

import dev.headgate.config.Headgate;
import dev.headgate.it.support.Arrival;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.okhttp.HeadgateOkHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** A server that says stop, called by a wrapped client: each case is a host with a rule of its own, all at the same time. */
final class Stops {
    private static final int MOST_SECONDS = 30;

    /** A response, and for how long after it nothing may arrive. */
    record Stop(Reply reply, Duration pause) {}

    /** What the server says to the first calls of a host, one after the other; 200 to all later ones. */
    record Script(List<Function<Instant, Stop>> stops) {
        @SafeVarargs
        static Script of(Function<Instant, Stop>... stops) {
            return new Script(List.of(stops));
        }
    }

    /**
     * What came of a host.
     *
     * @param told what its server said, for each call
     * @param statuses that the program was given
     * @param bodies that the program was given
     * @param gaps from each arrival to the next
     */
    record Played(List<Stop> told, List<Integer> statuses, List<String> bodies, List<Duration> gaps) {}

    private Stops() {}

    /**
     * Makes so many calls of each host one after the other, of all hosts side by side.
     *
     * @param rule what the file says of each of them
     */
    static Map<String, Played> play(String rule, int calls, Map<String, Script> scripts) throws Exception {
        Map<String, List<Stop>> told = new ConcurrentHashMap<>();
        StringBuilder file = new StringBuilder("waiting: {max: 1000}\ndownstreams:\n");
        scripts.keySet()
                .forEach(name -> file.append("  ")
                        .append(name)
                        .append(".test: ")
                        .append(rule)
                        .append('\n'));
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ScriptedServer server = ScriptedServer.http(arrival -> answer(arrival, scripts, told));
                Headgate headgate = Headgate.parse(file.toString(), "headgate.yml")) {
            OkHttpClient client = HeadgateOkHttp.wrap(
                    new OkHttpClient.Builder()
                            .dns(host -> List.of(InetAddress.getByName("127.0.0.1")))
                            .build(),
                    headgate);
            Map<String, Future<List<Response>>> started = new LinkedHashMap<>();
            for (String name : scripts.keySet()) {
                started.put(name, threads.submit(() -> call(client, server.url(name + ".test", "/"), calls)));
            }
            Map<String, Played> played = new LinkedHashMap<>();
            for (Map.Entry<String, Future<List<Response>>> each : started.entrySet()) {
                List<Response> responses = each.getValue().get(MOST_SECONDS, TimeUnit.SECONDS);
                played.put(
                        each.getKey(),
                        new Played(
                                told.get(each.getKey()),
                                responses.stream().map(Response::code).toList(),
                                bodies(responses),
                                gaps(server.arrivals(each.getKey() + ".test"))));
            }
            return played;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Reply answer(Arrival arrival, Map<String, Script> scripts, Map<String, List<Stop>> told) {
        String name = arrival.host().substring(0, arrival.host().length() - ".test".length());
        List<Function<Instant, Stop>> stops = scripts.get(name).stops();
        List<Stop> before = told.computeIfAbsent(name, first -> new ArrayList<>());
        Stop stop = before.size() < stops.size()
                ? stops.get(before.size()).apply(Instant.now())
                : new Stop(Reply.status(200), Duration.ZERO);
        before.add(stop);
        return stop.reply();
    }

    private static List<Response> call(OkHttpClient client, String url, int calls) throws IOException {
        List<Response> responses = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            try (Response response =
                    client.newCall(new Request.Builder().url(url).build()).execute()) {
                responses.add(
                        response.newBuilder().body(response.peekBody(1_000)).build());
                response.body().string();
            }
        }
        return responses;
    }

    private static List<String> bodies(List<Response> responses) throws IOException {
        List<String> bodies = new ArrayList<>();
        for (Response response : responses) {
            bodies.add(response.body().string());
        }
        return bodies;
    }

    private static List<Duration> gaps(List<Arrival> arrivals) {
        List<Duration> gaps = new ArrayList<>();
        for (int i = 1; i < arrivals.size(); i++) {
            gaps.add(Duration.ofNanos(
                    arrivals.get(i).nanos() - arrivals.get(i - 1).nanos()));
        }
        return gaps;
    }
}
