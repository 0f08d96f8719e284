package dev.headgate.engine;

import dev.headgate.boot.Answer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the toy adapters do; here, because each instrumented class loader gets toy adapters of its own. */
public final class Script {
    /** One call of an adapter. */
    public record Seen(
            String adapter,
            @Nullable Object self,
            @Nullable Object argument,
            @Nullable Object returned,
            @Nullable Throwable thrown) {}

    /** What an adapter answers. */
    public interface Part {
        @Nullable
        Answer play(Seen seen) throws Exception;
    }

    public static final List<Seen> SEEN = new ArrayList<>();
    private static Part enter = seen -> null;
    private static Part exit = seen -> null;

    private Script() {}

    static void begin() {
        SEEN.clear();
        enter = seen -> null;
        exit = seen -> null;
    }

    static void onEnter(Part part) {
        enter = part;
    }

    static void onExit(Part part) {
        exit = part;
    }

    public static @Nullable Answer enter(Seen seen) throws Exception {
        SEEN.add(seen);
        return enter.play(seen);
    }

    public static @Nullable Answer exit(Seen seen) throws Exception {
        SEEN.add(seen);
        return exit.play(seen);
    }
}
