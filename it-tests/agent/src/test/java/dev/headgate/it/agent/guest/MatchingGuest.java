package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Which calls a rule means")
@Guest(
        hosts = {
            "{huc,jdk,okhttp}.a24.test",
            "{a,x,a.b}.example.test",
            "evilexample.test",
            "example.test",
            "{huc,jdk,okhttp}.Spelt.test",
            "{huc,jdk,okhttp}.spelt.test",
            "{huc,jdk,okhttp}.spelt.test."
        },
        rules = """
                a20-huc: {match: {hosts: ["[::1]"], paths: [/huc]}, limits: [{fixed-window: 2/1d}], wait: 0}
                a20-jdk: {match: {hosts: ["[::1]"], paths: [/jdk]}, limits: [{fixed-window: 2/1d}], wait: 0}
                a20-okhttp: {match: {hosts: ["[::1]"], paths: [/okhttp]}, limits: [{fixed-window: 2/1d}], wait: 0}
                a24: {match: {hosts: ["*.a24.test"], paths: [/pay/**]}, key: [host], limits: [{fixed-window: 5/1d}], wait: 0}
                "*.example.test": {limits: [{fixed-window: 1/1d}], wait: 0}
                x.example.test: {limits: [{fixed-window: 5/1d}], wait: 0}
                "*.spelt.test": {key: [host], limits: [{fixed-window: 3/1d}], wait: 0}
                """)
class MatchingGuest {
    private static final ScriptedServer SERVER = ScriptedServer.ok();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A20 all spellings of an IPv6 address are one host")
    void ipv6(Http client) throws Exception {
        try (ScriptedServer server = ScriptedServer.at("::1", 0, arrival -> Reply.status(200))) {
            String path = "/" + client.label();

            assertThat(client.admitted(server, "[::1]", path, 1)).isEqualTo(1);
            assertThat(client.admitted(server, "[0:0:0:0:0:0:0:1]", path, 1)).isEqualTo(1);
            assertThat(client.admitted(server, "[::1]", path, 1)).isZero();
            assertThat(server.hits()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A24 a path ends at the end of a segment")
    void paths(Http client) throws Exception {
        String host = client.label() + ".a24.test";
        for (String path : List.of("/pay", "/pay/", "/pay/1", "/pay?x=1", "/pay;v=1")) {
            assertThat(client.admitted(SERVER, host, path, 1)).as(path).isEqualTo(1);
        }
        assertThat(client.admitted(SERVER, host, "/pay#f", 1)).as("the sixth").isZero();
        for (String path : List.of("/payments", "/Pay", "/pa")) {
            assertThat(client.admitted(SERVER, host, path, 3)).as(path).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("A38 a wildcard stands for whole labels")
    void wildcards() throws Exception {
        Http client = Http.OKHTTP;
        assertThat(client.admitted(SERVER, "a.example.test", "/", 2)).isEqualTo(1);
        assertThat(client.admitted(SERVER, "evilexample.test", "/", 2)).isEqualTo(2);
        assertThat(client.admitted(SERVER, "example.test", "/", 2)).isEqualTo(2);
        assertThat(client.admitted(SERVER, "x.example.test", "/", 2)).isEqualTo(2);
        assertThat(client.admitted(SERVER, "a.b.example.test", "/", 2)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Case and a trailing dot do not make another host")
    void spellings(Http client) throws Exception {
        String label = client.label();

        assertThat(client.admitted(SERVER, label + ".spelt.test", "/", 1)).isEqualTo(1);
        assertThat(client.admitted(SERVER, label + ".Spelt.test", "/", 1)).isEqualTo(1);
        assertThat(client.admitted(SERVER, label + ".spelt.test.", "/", 5)).isEqualTo(1);
    }
}
