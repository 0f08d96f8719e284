package dev.headgate.engine;

import dev.headgate.api.Covered;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells the wrappers in a program which calls the agent charges already. Thread-safe. */
final class Coverage implements Covered.ByAgent {
    private final Seams seams;
    private final InForce rules;

    Coverage(Seams seams, InForce rules) {
        this.seams = seams;
        this.rules = rules;
    }

    @Override
    public boolean http(
            String library,
            String scheme,
            String host,
            int port,
            String method,
            String rawPath,
            Function<String, @Nullable String> header) {
        return seams.covers(library)
                && isEnforced(rules.get().http(Line.READER, new Line(scheme, host, port, method, rawPath, header)));
    }

    @Override
    public boolean jdbc(String library, @Nullable String jdbcUrl, @Nullable String poolName, @Nullable String user) {
        return seams.covers(library) && isEnforced(rules.get().jdbc(new JdbcTarget(jdbcUrl, poolName, user)));
    }

    private static boolean isEnforced(@Nullable Demand demand) {
        return demand != null && demand.throttle().rule().mode() == Mode.ENFORCE;
    }

    private record Line(
            String scheme,
            String host,
            int port,
            String method,
            String rawPath,
            Function<String, @Nullable String> header) {
        static final HttpReader<Line> READER = new HttpReader<>() {
            @Override
            public String scheme(Line request) {
                return request.scheme;
            }

            @Override
            public String host(Line request) {
                return request.host;
            }

            @Override
            public int port(Line request) {
                return request.port;
            }

            @Override
            public String method(Line request) {
                return request.method;
            }

            @Override
            public String rawPath(Line request) {
                return request.rawPath;
            }

            @Override
            public @Nullable String header(Line request, String name) {
                return request.header.apply(name);
            }
        };
    }
}
