package dev.headgate.it.storms;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A lab of its own, with all classes loaded anew, in which one rule of the throttle is missing. */
public final class AblatedLab implements AutoCloseable {
    private final URLClassLoader loader;

    /**
     * Compiles the throttle without the rule.
     *
     * @param wrappers the folder client-wrappers
     * @param folder for what is compiled
     */
    public AblatedLab(Ablation ablation, Path wrappers, Path folder) throws IOException {
        String classPath = System.getProperty("java.class.path");
        Path here = folder.resolve(ablation.name());
        Path source = ablation.write(wrappers, here.resolve("source"));
        Path classes = here.resolve("classes");
        Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int code = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-nowarn",
                "-cp",
                classPath,
                "-d",
                classes.toString(),
                source.toString());
        if (code != 0) {
            throw new IllegalStateException("The throttle does not compile without " + ablation);
        }
        this.loader = new URLClassLoader(urls(classes, classPath), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] urls(Path first, String classPath) throws MalformedURLException {
        List<URL> urls = new ArrayList<>(List.of(first.toUri().toURL()));
        for (String entry : classPath.split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    /**
     * Returns what a storm with one seed misses there; empty if nothing.
     *
     * @param bar one of {@link Bars#all}
     */
    public List<String> misses(Bar bar) throws ReflectiveOperationException {
        Object misses = loader.loadClass(AblatedLab.class.getName())
                .getMethod("misses", String.class)
                .invoke(null, bar.toString());
        return List.of(((String) misses).lines().toArray(String[]::new));
    }

    /** As {@link #misses(Bar)}, in whatever lab this class was loaded: by the bar's text, one line for each. */
    public static String misses(String name) {
        Bar bar = Bars.all().stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElseThrow();
        return String.join("\n", bar.once().misses(Average.of(bar.scenario(), bar.strategy(), 1)));
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
