package dev.headgate.engine;

import dev.headgate.api.Covered;
import dev.headgate.boot.CallGuard;
import dev.headgate.boot.Gate;
import dev.headgate.boot.Stats;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent. On the program's thread it puts the class gate in place and no more; the file is read and Byte Buddy is
 * warmed by one daemon thread.
 */
public final class Agent implements ClassGate.Late {
    private final Instrumentation instrumentation;
    private final File file;
    private final AgentLog log;
    private final ClassLoader rooms = Agent.class.getClassLoader();
    private final ClassGate classGate;
    private @Nullable Works works;

    private Agent(Instrumentation instrumentation, File file, AgentLog log) throws IOException {
        this.instrumentation = instrumentation;
        this.file = file;
        this.log = log;
        this.classGate = new ClassGate(Seams.targets(rooms), rooms, log, this);
    }

    /**
     * Starts the agent; called once, by the entry class, through reflection.
     *
     * @param argument what follows {@code =} after the jar, or null
     * @return null, or why the program must not start
     * @throws IOException if the agent's jar cannot be read
     */
    public static @Nullable String start(Instrumentation instrumentation, @Nullable String argument)
            throws IOException {
        Options options = Options.read(argument, new Options.Outside(), new File("."));
        AgentLog log = open(options);
        for (String complaint : options.complaints()) {
            log.warn("HG-307", complaint);
        }
        File file = options.file();
        if (file == null) {
            log.start();
            log.info("no file was named and there is no ./headgate.yml: nothing is limited");
            log.flush(100);
            return null;
        }
        return new Agent(instrumentation, file, log).start(options.strict());
    }

    private static AgentLog open(Options options) {
        File file = options.logFile();
        if (file != null) {
            try {
                return new AgentLog(
                        options.level(),
                        new PrintStream(new FileOutputStream(file, true), false, "UTF-8"),
                        new EngineClock());
            } catch (IOException e) {
                AgentLog log = AgentLog.onStandardError(options.level());
                log.warn("HG-307", "the log file cannot be written, the log goes to standard error: " + e);
                return log;
            }
        }
        return AgentLog.onStandardError(options.level());
    }

    private @Nullable String start(boolean strict) {
        Rules early = null;
        if (strict) {
            log.start();
            try {
                early = new FileRules.Reader().read(file, log);
            } catch (Rules.BadFile e) {
                log.error(e.report());
                log.flush(1_000);
                return "headgate: strict=true and " + file + " cannot be used";
            }
        }
        instrumentation.addTransformer(classGate, true);
        Thread starter = new Thread(null, new Finish(early), "headgate-start", 0, false);
        starter.setDaemon(true);
        starter.setContextClassLoader(null);
        starter.start();
        retransformLoaded();
        return null;
    }

    /** Classes that the JVM, or an agent before this one, has loaded already; one by one, for one that fails fails alone. */
    private void retransformLoaded() {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (!classGate.touches(loaded.getClassLoader(), loaded.getName().replace('.', '/'))) {
                continue;
            }
            try {
                instrumentation.retransformClasses(loaded);
            } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
                log.warn(
                        "HG-308",
                        loaded.getName() + " was loaded before the agent and could not be instrumented, its calls are"
                                + " not limited: " + e);
            }
        }
    }

    @Override
    public synchronized Works works() throws IOException, ReflectiveOperationException {
        Works known = works;
        if (known == null) {
            known = new Works(Seams.ofIndex(rooms), rooms, new ModuleDoors(instrumentation, log), log);
            works = known;
        }
        return known;
    }

    private synchronized void turnOff() {
        classGate.close();
        instrumentation.removeTransformer(classGate);
        Gate.install(null);
        if (works != null) {
            works.behind.off();
        }
    }

    // A class, not a lambda: linking one takes longer than all else that is done on the program's thread.
    private final class Finish implements Runnable {
        private final @Nullable Rules early;

        Finish(@Nullable Rules early) {
            this.early = early;
        }

        @Override
        public void run() {
            CallGuard.mark(true);
            Farewell farewell = new Farewell(log);
            farewell.prepare();
            log.start();
            try {
                begin(early == null ? new FileRules.Reader().read(file, log) : early, farewell);
            } catch (Rules.BadFile e) {
                log.error(e.report());
                turnOff();
            } catch (Throwable e) {
                log.error("the agent could not start and nothing is limited: " + e);
                turnOff();
            }
        }
    }

    private void begin(Rules rules, Farewell farewell) throws IOException, ReflectiveOperationException {
        Works ready = works();
        ready.inForce.set(rules.downstreams());
        Stats.rowsFrom(rules);
        Covered.by(new Coverage(ready.seams, ready.inForce));
        farewell.of(rules, ready.report);
        ready.behind.ready();
        ready.warm();
        ready.report.started(rules.summary());
    }
}
