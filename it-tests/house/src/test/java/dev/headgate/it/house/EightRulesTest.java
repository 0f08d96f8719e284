package dev.headgate.it.house;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What a line of code may touch. */
class EightRulesTest {
    private static final JavaClasses ALL = Rooms.classes();
    private static final List<String> CLOCKS = List.of(
            "dev.headgate.limiter.TimeMeter", "dev.headgate.throttle.Ticker", "dev.headgate.engine.EngineClock");
    private static final List<String> PRINTERS =
            List.of("dev.headgate.engine.AgentLog", "dev.headgate.agent.Premain", "dev.headgate.engine.cli");

    @Test
    void onlyTheEngineTouchesByteBuddyAndInstrumentation() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.headgate.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("net.bytebuddy..")
                .check(ALL);
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.headgate.engine..", "dev.headgate.agent..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.instrument..")
                .check(ALL);
    }

    @Test
    void onlyTheConfigurationTouchesYaml() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.headgate.config..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.snakeyaml..")
                .check(ALL);
    }

    @Test
    void onlyTheConfigurationAndTheAgentsOwnRoomsTouchFiles() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.headgate.config..", "dev.headgate.engine..", "dev.headgate.agent..")
                .should()
                .dependOnClassesThat(named("java\\.io\\.(File|RandomAccess).*|java\\.nio\\.file\\..*"))
                .check(ALL);
    }

    @Test
    void onlyTheWaiterParksAndInTheLibraryWhatAProgramMayReplace() {
        noClasses()
                .that(areNot(
                        "dev.headgate.throttle.Waiter",
                        "dev.headgate.redis.Parker",
                        "dev.headgate.limiter.BlockingStrategy",
                        "dev.headgate.limiter.UninterruptibleBlockingStrategy"))
                .should()
                .callMethodWhere(target(owner(assignableTo(LockSupport.class))).and(targetNamed("park.*")))
                .check(ALL);
        noClasses()
                .should()
                .callMethodWhere(target(owner(assignableTo(Thread.class))).and(targetNamed("sleep|yield")))
                .check(ALL);
        noClasses()
                .should()
                .callMethodWhere(targetNamed("wait").and(ownedBy(Object.class)))
                .check(ALL);
    }

    @Test
    void timeComesFromTheClocksAlone() {
        noClasses()
                .that(areNot(CLOCKS.toArray(new String[0])))
                .should()
                .callMethodWhere(ownedBy(System.class).and(targetNamed("nanoTime|currentTimeMillis")))
                .check(ALL);
        noClasses()
                .that(areNot(CLOCKS.toArray(new String[0])))
                .should()
                .callMethodWhere(targetNamed("now|systemUTC|systemDefaultZone").and(ownerMatches("java\\.time\\..*")))
                .check(ALL);
    }

    @Test
    void chanceComesFromAnInjectedSource() {
        noClasses()
                .should()
                .callMethodWhere(ownedBy(Math.class).and(targetNamed("random")))
                .check(ALL);
        noClasses()
                .that(areNot("dev.headgate.throttle.Chance"))
                .should()
                .dependOnClassesThat(named("java\\.util\\.Random|java\\.util\\.concurrent\\.ThreadLocalRandom"))
                .check(ALL);
    }

    @Test
    void onlyTheAgentsLogPrints() {
        noClasses()
                .that(areNot(PRINTERS.toArray(new String[0])))
                .should()
                .accessFieldWhere(DescribedPredicate.describe(
                        "System.out or System.err",
                        access -> access.getTargetOwner().isEquivalentTo(System.class)
                                && !access.getTarget().getName().equals("in")))
                .check(ALL);
        noClasses().should().callMethodWhere(targetNamed("printStackTrace")).check(ALL);
    }

    @Test
    void librariesLogThroughTheSystemLoggerOnly() {
        // A data source must be able to hand out its parent logger.
        noClasses()
                .that(areNot("dev.headgate.jdbc.HeadgateDataSource"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.util.logging..", "org.slf4j..", "org.apache.logging..", "org.apache.commons.logging..")
                .check(ALL);
    }

    @Test
    void theAgentNeverEndsTheProgram() {
        noClasses()
                .that(areNot("dev.headgate.agent.Premain", "dev.headgate.engine.cli"))
                .should()
                .callMethodWhere(targetNamed("exit|halt").and(ownerMatches("java\\.lang\\.(System|Runtime)")))
                .check(ALL);
    }

    @Test
    void theProgramsWorldIsReadOnly() {
        noClasses()
                .that(areNot("dev.headgate.agent", "dev.headgate.engine"))
                .should()
                .callMethodWhere(
                        targetNamed("setProperty|clearProperty|setProperties").and(ownedBy(System.class)))
                .check(ALL);
        noClasses()
                .should()
                .callMethodWhere(targetNamed("setDefault|setDefaultUncaughtExceptionHandler"))
                .check(ALL);
        noClasses()
                .should()
                .dependOnClassesThat(named("java\\.lang\\.InheritableThreadLocal"))
                .check(ALL);
    }

    private static DescribedPredicate<JavaClass> named(String pattern) {
        return DescribedPredicate.describe(
                "are named " + pattern, type -> type.getName().matches(pattern));
    }

    private static DescribedPredicate<JavaCall<?>> targetNamed(String pattern) {
        return DescribedPredicate.describe(
                "target named " + pattern, call -> call.getTarget().getName().matches(pattern));
    }

    private static DescribedPredicate<JavaCall<?>> ownedBy(Class<?> owner) {
        return DescribedPredicate.describe(
                "of " + owner.getName(), call -> call.getTargetOwner().isEquivalentTo(owner));
    }

    private static DescribedPredicate<JavaCall<?>> ownerMatches(String pattern) {
        return DescribedPredicate.describe(
                "of " + pattern, call -> call.getTargetOwner().getName().matches(pattern));
    }

    // A class, what is nested in it, or a package.
    private static DescribedPredicate<JavaClass> areNot(String... named) {
        return DescribedPredicate.describe("are not " + List.of(named), type -> {
            for (String name : named) {
                if (type.getName().equals(name)
                        || type.getName().startsWith(name + "$")
                        || type.getName().startsWith(name + ".")) {
                    return false;
                }
            }
            return true;
        });
    }
}
