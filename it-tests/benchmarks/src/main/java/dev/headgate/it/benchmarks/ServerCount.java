package dev.headgate.it.benchmarks;

import dev.headgate.it.support.redis.RedisConnection;
import java.util.List;

/**
 * What a Redis server says that it has done since it was asked to forget.
 *
 * @param commands how many scripts and PINGs it was sent
 * @param scriptMicros the time it spent on these, with all that scripts call
 * @param cpuMicros the processor time of the whole server: also for sockets, and for every other command
 */
record ServerCount(double commands, double scriptMicros, double cpuMicros) {
    private static final List<String> SENT = List.of("cmdstat_evalsha:", "cmdstat_eval:", "cmdstat_ping:");

    /** What has been counted on top of an earlier count of processor time. */
    static ServerCount since(RedisConnection server, double cpuMicros) {
        double commands = 0;
        double micros = 0;
        for (String line : server.text("INFO", "commandstats").lines().toList()) {
            if (SENT.stream().anyMatch(line::startsWith)) {
                commands += number(line, "calls=");
                micros += number(line, "usec=");
            }
        }
        return new ServerCount(commands, micros, cpuMicros(server) - cpuMicros);
    }

    /** Has it forget the commands. Returns the processor time that it has used so far. */
    static double forget(RedisConnection server) {
        server.call("CONFIG", "RESETSTAT");
        return cpuMicros(server);
    }

    private static double cpuMicros(RedisConnection server) {
        String cpu = server.text("INFO", "cpu");
        return 1e6 * (number(cpu, "used_cpu_user:") + number(cpu, "used_cpu_sys:"));
    }

    private static double number(String text, String name) {
        int from = text.indexOf(name) + name.length();
        int to = from;
        while (to < text.length() && (Character.isDigit(text.charAt(to)) || text.charAt(to) == '.')) {
            to++;
        }
        return Double.parseDouble(text.substring(from, to));
    }
}
