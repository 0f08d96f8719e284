package dev.headgate.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.boot.Answer;
import dev.headgate.boot.Gate;
import dev.headgate.boot.Hook;
import dev.headgate.spi.Site.Form;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The gate between the program's start and the file's end. */
class BehindTest {
    private final Toy toy = new Toy(Toy.site("send", "(Ljava/lang/String;)Ljava/lang/String;", Form.GATE));
    private final Class<?> type = toy.load();
    private final Behind early = new Behind(
            toy.seams,
            new Links(toy.seams, toy.works.inForce, Toy.class.getClassLoader(), new ModuleDoors(null, toy.log)),
            toy.log);

    @AfterEach
    void openTheGate() {
        Gate.install(null);
    }

    @Test
    void anEarlyCallWaitsForTheFile() throws Exception {
        Script.onEnter(seen -> Answer.returning("limited"));
        CompletableFuture<Answer> call = call(early);
        assertThat(isDoneWithin(call, 50)).isFalse();
        early.ready();
        assertThat(call.get(5, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void anEarlyCallPassesIfThereIsNoFile() throws Exception {
        CompletableFuture<Answer> call = call(early);
        assertThat(isDoneWithin(call, 50)).isFalse();
        early.off();
        assertThat(call.get(5, TimeUnit.SECONDS)).isNull();
        assertThat(Script.SEEN).isEmpty();
    }

    @Test
    void afterTwoSecondsCallsPassAndItIsTold() throws Exception {
        Script.onEnter(seen -> Answer.returning("limited"));
        CompletableFuture<Answer> call = call(early);
        assertThat(isDoneWithin(call, 1_900)).isFalse();
        assertThat(call.get(5, TimeUnit.SECONDS)).isNull();
        assertThat(isDoneWithin(call(early), 1_000)).isTrue();
        assertThat(toy.said())
                .containsOnlyOnce(
                        "headgate: WARN HG-301 the file was not read within 2 s of the first call; calls are not"
                                + " limited until it is");
        early.ready();
        assertThat(call(early).get(5, TimeUnit.SECONDS)).isNotNull();
    }

    private CompletableFuture<Answer> call(Hook hook) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return hook.enter(0, type, null, "a");
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
    }

    private static boolean isDoneWithin(CompletableFuture<?> call, long millis) throws Exception {
        try {
            call.get(Duration.ofMillis(millis).toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }
}
