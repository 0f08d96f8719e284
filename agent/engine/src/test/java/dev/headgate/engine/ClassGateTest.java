package dev.headgate.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.boot.Gate;
import dev.headgate.spi.Shape;
import dev.headgate.spi.Site.Form;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which classes are touched, and what is said of those that should be and cannot. */
class ClassGateTest {
    private static final String STRING_TO_STRING = "(Ljava/lang/String;)Ljava/lang/String;";

    @AfterEach
    void openTheGate() {
        Gate.install(null);
    }

    @Test
    void otherClassesAreNotTouched() {
        Toy toy = new Toy(Toy.site("send", STRING_TO_STRING, Form.GATE));
        ClassLoader program = toy.load().getClassLoader();
        assertThat(toy.classGate.transform(program, "java/util/ArrayList", null, null, new byte[0]))
                .isNull();
        assertThat(toy.classGate.transform(program, null, null, null, new byte[0]))
                .isNull();
    }

    @Test
    void aFoundSeamIsTold() {
        Toy toy = new Toy(Toy.site("send", STRING_TO_STRING, Form.GATE));
        assertThat(toy.seams.covers("toylib")).isFalse();
        toy.load();
        assertThat(toy.seams.covers("toylib")).isTrue();
        assertThat(toy.seams.librariesFound()).containsExactly("toylib");
        assertThat(toy.said())
                .containsExactly("headgate: DEBUG seam found: toylib toylib.Client#send" + STRING_TO_STRING + " in "
                        + Toy.Program.class.getName());
    }

    @Test
    void anInvisibleGateIsReportedAtTransformTime() {
        Toy toy = new Toy(Toy.site("send", STRING_TO_STRING, Form.GATE));
        ClassLoader isolated = toy.new Program(ClassLoader.getPlatformClassLoader());
        byte[] woven = toy.classGate.transform(isolated, "toylib/Client", null, null, Toy.classFile(Toy.CLIENT));
        assertThat(woven).isNull();
        assertThat(toy.seams.covers("toylib")).isFalse();
        assertThat(toy.said())
                .containsExactly("headgate: WARN HG-304 toylib.Client was loaded by " + Toy.Program.class.getName()
                        + ", which hides the package dev.headgate.boot; its calls are not limited. Let that loader"
                        + " delegate dev.headgate.boot and dev.headgate.api to its parent.");
    }

    @Test
    void aMissingMethodIsTold() throws Exception {
        Toy toy = new Toy(Toy.site("dispatch", "()V", Form.GATE));
        Class<?> type = toy.load();
        assertThat(type.getMethod("send", String.class)
                        .invoke(type.getConstructor().newInstance(), "a"))
                .isEqualTo("answer to a");
        assertThat(toy.said())
                .containsExactly("headgate: WARN HG-302 this version of toylib is not known: toylib.Client (loaded by "
                        + Toy.Program.class.getName() + ") lacks dispatch()V; its calls are not limited");
    }

    @Test
    void oneOfSeveralVersionsOfASeamIsEnough() {
        Toy toy = new Toy(
                Toy.site("send$toylib", STRING_TO_STRING, Form.GATE),
                Toy.site("send", STRING_TO_STRING, Form.GATE),
                Toy.site("cancel", "()V", Form.AFTER, Toy.OTHER, Shape.NONE),
                Toy.site("cancel$toylib", "()V", Form.AFTER, Toy.OTHER, Shape.NONE));
        toy.load();
        assertThat(toy.seams.get(0).found()).isFalse();
        assertThat(toy.seams.get(1).found()).isTrue();
        assertThat(toy.said())
                .filteredOn(line -> line.contains("WARN"))
                .singleElement()
                .asString()
                .contains("cancel()V");
    }

    @Test
    void aMissingMemberLeavesTheSeamAlone() {
        Shape there = Shape.of(
                "toylib/Client#sent:Ljava/util/List;",
                "toylib/Client#<init>:()V",
                "toylib/Client#hashCode:()I",
                "java/util/List#size:()I",
                "java/util/ArrayList#containsAll:(Ljava/util/Collection;)Z");
        Shape missing =
                Shape.of("toylib/Client#sent:Ljava/util/Set;", "toylib/Gone#name:()V", "java/util/List#gone:()I");
        Toy toy = new Toy(
                Toy.site("send", STRING_TO_STRING, Form.GATE, Toy.ADAPTER, there),
                Toy.site("after", STRING_TO_STRING, Form.AFTER, Toy.OTHER, missing));
        toy.load();
        assertThat(toy.seams.get(0).found()).isTrue();
        assertThat(toy.seams.get(1).found()).isFalse();
        assertThat(toy.said())
                .filteredOn(line -> line.contains("WARN"))
                .singleElement()
                .asString()
                .contains("lacks toylib/Client#sent:Ljava/util/Set;, toylib/Gone#name:()V, java/util/List#gone:()I;");
    }

    @Test
    void aBrokenClassFileIsLeftAlone() {
        Toy toy = new Toy(Toy.site("send", STRING_TO_STRING, Form.GATE));
        ClassLoader program = toy.new Program(Toy.class.getClassLoader());
        assertThat(toy.classGate.transform(program, "toylib/Client", null, null, new byte[] {1, 2, 3}))
                .isNull();
        assertThat(toy.said())
                .singleElement()
                .asString()
                .contains("WARN HG-303 toylib.Client")
                .contains("could not be instrumented");
    }

    @Test
    void aClosedGateTouchesNothing() {
        Toy toy = new Toy(Toy.site("send", STRING_TO_STRING, Form.GATE));
        toy.classGate.close();
        toy.load();
        assertThat(toy.said()).isEqualTo(List.of());
    }

    @Test
    void theWarmUpRunsAllForms() {
        Toy toy = new Toy();
        toy.works.warm();
        assertThat(toy.said()).isEmpty();
    }
}
