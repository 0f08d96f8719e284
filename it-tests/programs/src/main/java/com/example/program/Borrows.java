package com.example.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Borrows from pools on the stub driver and says what came of it. Arguments: {@code POOL…}, each borrowed from three times. */
public final class Borrows {
    private Borrows() {}

    public static void main(String[] args) {
        for (String name : args) {
            HikariConfig config = new HikariConfig();
            config.setPoolName(name);
            config.setDriverClassName(StubDriver.class.getName());
            config.setJdbcUrl("jdbc:stub://db.test/" + name);
            config.setMaximumPoolSize(2);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                for (int i = 0; i < 3; i++) {
                    borrow(name, pool);
                }
            }
        }
        System.out.println("OK");
    }

    private static void borrow(String name, HikariDataSource pool) {
        long started = System.nanoTime();
        try {
            pool.getConnection().close();
            Print.fact("borrow", "pool", name, "ms", millisSince(started));
        } catch (SQLException e) {
            Print.fact(
                    "borrow",
                    "pool",
                    name,
                    "ms",
                    millisSince(started),
                    "thrown",
                    Print.types(e),
                    "state",
                    e.getSQLState(),
                    "retry-ms",
                    Print.retryAfterMillis(e));
        }
    }

    private static long millisSince(long started) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
    }
}
