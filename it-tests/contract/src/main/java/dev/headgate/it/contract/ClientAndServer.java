package dev.headgate.it.contract;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.headgate.it.contract.ContractClient.Started;
import dev.headgate.it.support.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A client, a server, and calls between them. */
@TestInstance(TestInstance.Lifecycle.PER_METHOD)
abstract class ClientAndServer {
    final ScriptedServer server = ScriptedServer.ok();
    private final List<Started> left = new ArrayList<>();
    ContractClient client = Clients.urlConnection();

    /** Returns the client; called once for each test. */
    protected abstract ContractClient client();

    @BeforeEach
    void makeTheClient() {
        client = client();
    }

    @AfterEach
    void stop() {
        for (Started call : left) {
            call.cancel();
            Thread caller = call.caller();
            if (caller != null) {
                caller.interrupt();
            }
        }
        server.close();
    }

    /** Returns the client's own host name for a case. */
    String host(String label) {
        return client.label() + "." + label + ".c.test";
    }

    Started start(String host) {
        return start(host, null);
    }

    Started start(String host, @Nullable Duration timeout) {
        return client.start(server.url(host, "/"), timeout);
    }

    /** Starts a call that may still wait when the test ends. */
    void leave(String host) {
        left.add(start(host));
    }

    int status(String host) throws Exception {
        return start(host).result().get(20, SECONDS);
    }

    static Throwable failure(Started call) throws Exception {
        try {
            Integer status = ((Future<Integer>) call.result()).get(20, SECONDS);
            throw new AssertionError("The call went out and was answered with " + status);
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        } catch (CancellationException e) {
            return e;
        }
    }
}
