package dev.headgate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.boot.Answer;
import dev.headgate.boot.Gate;
import dev.headgate.spi.Site.Form;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the template can do at a seam, one form at a time. */
class FormsTest {
    private static final String STRING_TO_STRING = "(Ljava/lang/String;)Ljava/lang/String;";
    private static final RateLimitedIOException OURS =
            new RateLimitedIOException("not now", "toy", RateLimited.Reason.LIMIT, 7);

    private final Toy toy = new Toy(
            Toy.site("send", STRING_TO_STRING, Form.GATE),
            Toy.site("borrow", "(J)J", Form.REWRITE),
            Toy.site("around", STRING_TO_STRING, Form.AROUND),
            Toy.site("after", STRING_TO_STRING, Form.AFTER),
            Toy.site("fire", "()V", Form.GATE),
            Toy.site("count", "(I)I", Form.AROUND));
    private final Class<?> type = toy.load();
    private final Object client = newClient();

    @AfterEach
    void openTheGate() {
        Gate.install(null);
    }

    @Test
    void anAdmittedCallGoesOnUntouched() throws Exception {
        assertThat(call("send", "a")).isEqualTo("answer to a");
        assertThat(Script.SEEN).containsExactly(new Script.Seen("ToyAdapter", client, "a", null, null));
        assertThat(sent()).containsExactly("a");
    }

    @Test
    void aGateSkipsAndThrows() {
        Script.onEnter(seen -> Answer.throwing(OURS));
        assertThatThrownBy(() -> call("send", "a")).isSameAs(OURS);
        assertThat(sent()).isEmpty();
    }

    @Test
    void aGateSkipsAndReturns() throws Exception {
        Script.onEnter(seen -> Answer.returning("429"));
        assertThat(call("send", "a")).isEqualTo("429");
        assertThat(sent()).isEmpty();
    }

    @Test
    void aVoidMethodWithoutArgumentsIsSkipped() throws Exception {
        Script.onEnter(seen -> Answer.returning(null));
        assertThat(call("fire")).isNull();
        assertThat(sent()).isEmpty();
        assertThat(Script.SEEN).containsExactly(new Script.Seen("ToyAdapter", client, null, null, null));
    }

    @Test
    void aPrimitiveArgumentIsReplaced() throws Exception {
        Script.onEnter(seen -> Answer.goingOnWith((Long) seen.argument() - 300L));
        assertThat(call("borrow", 1_000L)).isEqualTo(1_400L);
        assertThat(sent()).containsExactly("borrow 700");
    }

    @Test
    void aPrimitiveMethodIsSkippedAndReturns() throws Exception {
        Script.onEnter(seen -> Answer.returning(-1L));
        assertThat(call("borrow", 1_000L)).isEqualTo(-1L);
        assertThat(sent()).isEmpty();
    }

    @Test
    void whatTheLibraryThrowsComesOutUntouched() {
        assertThatThrownBy(() -> call("borrow", -1L))
                .isInstanceOf(IOException.class)
                .hasMessage("timeout of the library's own");
        assertThatThrownBy(() -> call("around", "break")).hasMessage("broken by the library");
    }

    @Test
    void aroundSeesTheResultAndTheArgumentAsItWentOn() throws Exception {
        Script.onEnter(seen -> Answer.goingOnWith("b"));
        assertThat(call("around", "a")).isEqualTo("answer to b");
        assertThat(Script.SEEN)
                .containsExactly(
                        new Script.Seen("ToyAdapter", client, "a", null, null),
                        new Script.Seen("ToyAdapter", client, "b", "answer to b", null));
    }

    @Test
    void aroundReplacesTheResult() throws Exception {
        Script.onExit(seen -> Answer.returning(seen.returned() + ", marked"));
        assertThat(call("around", "a")).isEqualTo("answer to a, marked");
        Script.onExit(seen -> Answer.throwing(OURS));
        assertThatThrownBy(() -> call("around", "a")).isSameAs(OURS);
    }

    @Test
    void aroundReplacesAFailureByAResult() throws Exception {
        Script.onExit(seen -> seen.thrown() == null ? null : Answer.returning("saved"));
        assertThat(call("around", "break")).isEqualTo("saved");
    }

    @Test
    void aroundIsNotCalledAfterASkip() {
        Script.onEnter(seen -> Answer.throwing(OURS));
        assertThatThrownBy(() -> call("around", "a")).isSameAs(OURS);
        assertThat(Script.SEEN).hasSize(1);
    }

    @Test
    void afterIsCalledOnlyAfter() throws Exception {
        Script.onExit(seen -> Answer.returning("other"));
        assertThat(call("after", "a")).isEqualTo("other");
        assertThat(Script.SEEN).containsExactly(new Script.Seen("ToyAdapter", client, "a", "answer to a", null));
    }

    @Test
    void aStaticMethodHasNoReceiver() throws Exception {
        Script.onEnter(seen -> Answer.goingOnWith(41));
        assertThat(call("count", 1)).isEqualTo(42);
        assertThat(Script.SEEN).extracting(Script.Seen::self).containsOnlyNulls();
    }

    @Test
    void anAnswerOfTheWrongTypeLetsTheCallGoOn() throws Exception {
        Script.onEnter(seen -> Answer.goingOnWith("not a long"));
        assertThat(call("borrow", 5L)).isEqualTo(10L);
        assertThat(sent()).containsExactly("borrow 5");
    }

    @Test
    void noMemberIsAdded() {
        assertThat(type.getDeclaredFields()).extracting("name").containsExactly("sent");
        assertThat(type.getDeclaredMethods()).hasSize(6);
        assertThat(type.getInterfaces()).isEmpty();
    }

    private Object newClient() {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private Object call(String method, Object... arguments) throws Exception {
        for (var each : type.getMethods()) {
            if (each.getName().equals(method)) {
                try {
                    return each.invoke(client, arguments);
                } catch (InvocationTargetException e) {
                    throw (Exception) e.getCause();
                }
            }
        }
        throw new AssertionError(method);
    }

    @SuppressWarnings("unchecked")
    private List<Object> sent() {
        try {
            return (List<Object>) type.getField("sent").get(client);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
