package dev.headgate.agent;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.CodeSource;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * The agent's entry: puts the jar on the boot class path and opens the room where everything else lives. Whatever goes wrong
 * becomes one line on {@code System.err} and the program starts without the agent; only {@code strict=true} may refuse.
 */
public final class Premain {
    private static final String ENGINE = "dev.headgate.engine.Agent";
    private static final String COMMANDS = "dev.headgate.config.cli.CommandLine";

    // Two -javaagent options, or two copies of the jar: the JVM hands both to this one class.
    private static boolean started;

    private Premain() {}

    /** Called by the JVM before the program's {@code main}. */
    public static void premain(@Nullable String argument, Instrumentation instrumentation) {
        start(argument, instrumentation);
    }

    /** Called by the JVM when the agent is attached to a running program. */
    public static void agentmain(@Nullable String argument, Instrumentation instrumentation) {
        start(argument, instrumentation);
    }

    /** The command line: {@code java -jar headgate-agent.jar check FILE} and others; {@code --help} lists them. */
    public static void main(String[] args) {
        int code;
        try {
            AgentLoader rooms = new AgentLoader(new JarFile(own()), Premain.class.getClassLoader());
            Method run =
                    rooms.loadClass(COMMANDS).getMethod("run", String[].class, PrintStream.class, PrintStream.class);
            code = ((Integer) run.invoke(null, args, System.out, System.err)).intValue();
        } catch (InvocationTargetException e) {
            code = broken(e.getCause());
        } catch (Throwable e) {
            code = broken(e);
        }
        System.exit(code);
    }

    private static int broken(@Nullable Throwable cause) {
        System.err.println("headgate: this jar is incomplete or damaged: " + cause);
        return 70;
    }

    private static synchronized void start(@Nullable String argument, Instrumentation instrumentation) {
        String refusal = null;
        try {
            if (switchedOff() || isJdkTool()) {
                return;
            }
            if (started) {
                System.err.println("headgate: the agent is already here; this second one does nothing.");
                return;
            }
            started = true;
            refusal = open(argument, instrumentation);
        } catch (Throwable e) {
            Throwable cause = e instanceof InvocationTargetException && e.getCause() != null ? e.getCause() : e;
            System.err.println("headgate: the agent could not start and nothing is limited: " + cause);
        }
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
    }

    private static @Nullable String open(@Nullable String argument, Instrumentation instrumentation) throws Throwable {
        JarFile jar = new JarFile(own(), false);
        if (!isOwn(jar.getManifest())) {
            // Inside somebody's uber-jar, whose classes must not come to the boot class path.
            System.err.println("headgate: " + jar.getName()
                    + " is not the agent's own jar, nothing is limited. Attach the original headgate-agent.jar.");
            jar.close();
            return null;
        }
        preload();
        delegateBootPackages();
        instrumentation.appendToBootstrapClassLoaderSearch(jar);
        ClassLoader rooms = new AgentLoader(jar, Premain.class.getClassLoader());
        Method start = rooms.loadClass(ENGINE).getMethod("start", Instrumentation.class, String.class);
        return (String) start.invoke(null, instrumentation, argument);
    }

    /** A merged jar may have kept our {@code Premain-Class}; its {@code Main-Class} is the program's. */
    private static boolean isOwn(@Nullable Manifest manifest) {
        String name = Premain.class.getName();
        return manifest != null
                && name.equals(manifest.getMainAttributes().getValue("Premain-Class"))
                && name.equals(manifest.getMainAttributes().getValue("Main-Class"));
    }

    private static File own() throws IOException {
        CodeSource source = Premain.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IOException("the JVM does not tell where the agent's jar is");
        }
        try {
            return new File(source.getLocation().toURI());
        } catch (java.net.URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static boolean switchedOff() {
        String enabled = System.getProperty("headgate.enabled");
        if (enabled == null) {
            enabled = System.getenv("HEADGATE_ENABLED");
        }
        return enabled != null && (enabled.equalsIgnoreCase("false") || enabled.equals("0"));
    }

    /** Under {@code JAVA_TOOL_OPTIONS} the agent meets {@code javac}, {@code jcmd} and the like; they have nothing to limit. */
    private static boolean isJdkTool() {
        String module = System.getProperty("jdk.module.main");
        return module != null && (module.startsWith("jdk.") || module.startsWith("java."));
    }

    /** Loads what a class transformer may need first while it is itself being loaded: a ClassCircularityError is for good. */
    private static void preload() {
        String[] names = {
            "java.util.concurrent.ThreadLocalRandom",
            "java.lang.invoke.MethodHandle$1",
            "java.util.concurrent.locks.LockSupport"
        };
        for (int i = 0; i < names.length; i++) {
            try {
                Class.forName(names[i]);
            } catch (ClassNotFoundException | LinkageError e) {
                // Not in this JDK.
            }
        }
    }

    /** Lets the class loaders of OSGi and JBoss Modules find the gate. An OSGi list that only a config file has is not hidden. */
    private static void delegateBootPackages() {
        append("jboss.modules.system.pkgs", "dev.headgate.boot,dev.headgate.api", true);
        append("org.osgi.framework.bootdelegation", "dev.headgate.boot,dev.headgate.api", false);
    }

    private static void append(String property, String packages, boolean evenIfUnset) {
        String before = System.getProperty(property);
        if (before != null && !before.isEmpty()) {
            System.setProperty(property, before + "," + packages);
        } else if (evenIfUnset) {
            System.setProperty(property, packages);
        }
    }
}
