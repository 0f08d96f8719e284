package dev.headgate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.boot.Gate;
import dev.headgate.spi.Shape;
import dev.headgate.spi.Site.Form;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where adapters live, and for how long. */
class LinksTest {
    private static final String STRING_TO_STRING = "(Ljava/lang/String;)Ljava/lang/String;";

    private final Toy toy = new Toy(
            Toy.site("send", STRING_TO_STRING, Form.GATE),
            Toy.site("after", STRING_TO_STRING, Form.AFTER, Toy.OTHER, Shape.NONE));
    private final Links links =
            new Links(toy.seams, toy.works.inForce, Toy.class.getClassLoader(), new ModuleDoors(null, toy.log));

    @AfterEach
    void openTheGate() {
        Gate.install(null);
    }

    @Test
    void adaptersOfOneLibraryShareTheirTypes() throws Exception {
        Class<?> type = toy.load();
        Object first = links.adapter(type, 0);
        Object second = links.adapter(type, 1);
        assertThat(first).isSameAs(links.adapter(type, 0));
        assertThat(second.getClass().getSuperclass()).isSameAs(first.getClass());
        assertThat(first.getClass().getClassLoader()).isInstanceOf(AdapterLoader.class);
        assertThat(first.getClass().getClassLoader().loadClass(Toy.CLIENT)).isSameAs(type);
    }

    @Test
    void anotherClassLoaderOfTheProgramGetsAdaptersOfItsOwn() throws Exception {
        assertThat(links.adapter(toy.load(), 0).getClass())
                .isNotSameAs(links.adapter(toy.load(), 0).getClass());
    }

    @Test
    void noClassOfAppLoaderIsReachableFromAgentRoots() throws Exception {
        WeakReference<ClassLoader> program = runAndDrop();
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            System.gc();
            return program.get() == null;
        });
        assertThat(toy.seams.covers("toylib")).isTrue();
    }

    private WeakReference<ClassLoader> runAndDrop() throws Exception {
        Class<?> type = toy.load();
        Object client = type.getConstructor().newInstance();
        type.getMethod("send", String.class).invoke(client, "a");
        type.getMethod("after", String.class).invoke(client, "a");
        assertThat(Script.SEEN).hasSize(2);
        Script.begin();
        return new WeakReference<>(type.getClassLoader());
    }
}
