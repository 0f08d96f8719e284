package dev.headgate.it.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The agent's inside is broken on purpose, so this runs in a JVM of its own. */
@DisplayName("A broken limiter")
@Guest(hosts = "broken.c.test", rules = "broken.c.test: {limits: [{fixed-window: 1/1d}], wait: 0}")
class BrokenGateGuest {
    @Test
    @DisplayName("lets each call through, once")
    void aBrokenLimiterLetsTheCallThroughOnce() throws Exception {
        AtomicInteger asked = breakTheGate();
        try (ScriptedServer server = ScriptedServer.ok()) {
            List<ContractClient> clients = List.of(
                    Clients.urlConnection(),
                    Clients.jdk(),
                    Clients.jdkAsync(),
                    Clients.okHttp("okhttp", UnderAgent.caching()),
                    Clients.okHttpEnqueue("okhttp-enqueue", UnderAgent.caching()));
            for (ContractClient client : clients) {
                int before = server.hits();
                for (int i = 0; i < 5; i++) {
                    assertThat(client.start(server.url("broken.c.test", "/"), null)
                                    .result()
                                    .get(10, SECONDS))
                            .as(client.label())
                            .isEqualTo(200);
                }
                assertThat(server.hits() - before).as(client.label()).isEqualTo(5);
            }
            assertThat(asked).hasPositiveValue();
        }
    }

    // Puts something in the gate's place for its hook that always fails.
    private static AtomicInteger breakTheGate() throws Exception {
        Class<?> gate = Class.forName("dev.headgate.boot.Gate", true, null);
        Class<?> hook = Class.forName("dev.headgate.boot.Hook", true, null);
        AtomicInteger asked = new AtomicInteger();
        InvocationHandler failing = (self, method, args) -> {
            if (method.getName().equals("enter") || method.getName().equals("exit")) {
                asked.incrementAndGet();
                throw new IllegalStateException("broken on purpose");
            }
            return null;
        };
        Object broken = Proxy.newProxyInstance(BrokenGateGuest.class.getClassLoader(), new Class<?>[] {hook}, failing);
        for (Field field : gate.getDeclaredFields()) {
            if (field.getType() == hook) {
                field.setAccessible(true);
                field.set(null, broken);
            }
        }
        return asked;
    }
}
