package dev.headgate.it.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A real PostgreSQL server, started at the first use and stopped with this JVM. Thread-safe. */
public final class EmbeddedDatabase {
    private EmbeddedDatabase() {}

    /** Returns the JDBC URL of its database under a host name that resolves to 127.0.0.1. User is {@code postgres}. */
    public static String url(String host) {
        return "jdbc:postgresql://" + host + ":" + Running.SERVER.getPort() + "/postgres";
    }

    private static final class Running {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setServerConfig("max_connections", "100")
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "stop-postgres"));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException("PostgreSQL does not start", e);
            }
        }

        private static void stop(EmbeddedPostgres server) {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
