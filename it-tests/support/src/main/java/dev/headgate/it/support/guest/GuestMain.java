package dev.headgate.it.support.guest;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes in this JVM, side by side, and prints a line for each result. Arguments: {@code THREADS CLASS…}. */
public final class GuestMain {
    static final String LINE = "guest-result";

    private GuestMain() {}

    public static void main(String[] args) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(
                        Stream.of(args).skip(1).map(name -> selectClass(name)).toList())
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.mode.classes.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", args[0])
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.max-pool-size", args[0])
                .configurationParameter("junit.jupiter.execution.timeout.default", "60 s")
                .build();
        Launcher launcher = LauncherFactory.create();
        TestPlan plan = launcher.discover(request);
        launcher.execute(plan, new Printing(System.out, plan));
        System.out.println("guests have left");
        System.out.flush();
        System.exit(0); // clients' own threads live on
    }

    private static final class Printing implements TestExecutionListener {
        private final PrintStream out;
        private final TestPlan plan;

        Printing(PrintStream out, TestPlan plan) {
            this.out = out;
            this.plan = plan;
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            print(test, "skipped", reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                StringWriter trace = new StringWriter();
                result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(new PrintWriter(trace)));
                print(test, result.getStatus().name().toLowerCase(java.util.Locale.ROOT), trace.toString());
            }
        }

        private void print(TestIdentifier test, String outcome, String detail) {
            List<String> names = Stream.of(
                            plan.getParent(test)
                                    .map(TestIdentifier::getDisplayName)
                                    .orElse(""),
                            test.getDisplayName())
                    .map(name -> name.replaceAll("\\s+", " "))
                    .toList();
            String encoded = Base64.getEncoder().encodeToString(detail.getBytes(StandardCharsets.UTF_8));
            String type = test.getSource()
                    .map(source -> source instanceof MethodSource
                            ? ((MethodSource) source).getClassName()
                            : ((ClassSource) source).getClassName())
                    .orElse("");
            out.println(LINE + "\toutcome=" + outcome + "\tclass=" + type + "\tgroup=" + names.get(0) + "\ttest="
                    + names.get(1) + "\tdetail=" + encoded);
        }
    }
}
