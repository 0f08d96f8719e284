package dev.headgate.it.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An arrow means "may depend on"; there are no others. */
class ArrowsTest {
    private static final JavaClasses ALL = Rooms.classes();

    static Stream<Rooms> rooms() {
        return Rooms.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomUsesOnlyWhatItsArrowsAllow(Rooms room) {
        classes()
                .that()
                .resideInAPackage(room.name() + "..")
                .should()
                .onlyDependOnClassesThat(allowedIn(room))
                .allowEmptyShould(true)
                .check(ALL);
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aModuleHoldsItsOwnPackageOnly(Rooms room) {
        for (JavaClass type : new com.tngtech.archunit.core.importer.ClassFileImporter().importPath(room.compiled())) {
            assertThat(within(type.getPackageName(), room.name()))
                    .as("%s in %s", type.getName(), room.module())
                    .isTrue();
        }
    }

    @Test
    void everyModuleIsARoomOfTheTable() {
        Set<String> modules = new TreeSet<>();
        for (String house : List.of("client-wrappers", "agent")) {
            Repository.files(Repository.ROOT.resolve(house)).stream()
                    .filter(file -> file.endsWith("pom.xml"))
                    .filter(pom -> Files.isDirectory(pom.resolveSibling("src/main/java")))
                    .forEach(pom -> modules.add(Repository.relative(pom.getParent())));
        }
        assertThat(modules)
                .containsExactlyInAnyOrderElementsOf(
                        Rooms.ALL.stream().map(Rooms::module).toList());
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.headgate.(**)").should().beFreeOfCycles().check(ALL);
    }

    private static DescribedPredicate<JavaClass> allowedIn(Rooms room) {
        return DescribedPredicate.describe("are allowed in " + room.module(), used -> {
            JavaClass type = used.getBaseComponentType();
            String name = type.getPackageName();
            return type.isPrimitive()
                    || within(name, room.name())
                    || room.mayUse().stream().anyMatch(other -> within(name, other))
                    || room.libraries().stream().anyMatch(library -> within(name, library))
                    || within(name, "org.jspecify")
                    || ofTheJdk(type, room.javaBaseOnly());
        });
    }

    private static boolean ofTheJdk(JavaClass type, boolean javaBaseOnly) {
        try {
            Module module = Class.forName(type.getName(), false, ClassLoader.getPlatformClassLoader())
                    .getModule();
            return module.isNamed() && (!javaBaseOnly || module.getName().equals("java.base"));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static boolean within(String packageName, String parent) {
        return packageName.equals(parent) || packageName.startsWith(parent + ".");
    }
}
