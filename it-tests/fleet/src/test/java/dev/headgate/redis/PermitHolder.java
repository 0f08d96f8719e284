package dev.headgate.redis;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A program that takes permits and holds them until it is told to end: port, atOnce, lease in ms, how many. */
final class PermitHolder {
    private PermitHolder() {}

    public static void main(String[] args) throws Exception {
        Duration lease = Duration.ofMillis(Long.parseLong(args[2]));
        try (Member member = new Member(Integer.parseInt(args[0]), "holder", Integer.parseInt(args[1]), lease, 2)) {
            List<Permit> held = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[3]); i++) {
                held.add(member.limit.tryEnter().orElseThrow());
            }
            System.out.println("holds " + held.size());
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null && !line.equals("end"); line = in.readLine()) {
                System.out.println(
                        "lapsed " + held.stream().filter(Permit::hasLapsed).count());
            }
        }
        System.out.println("ended");
    }
}
