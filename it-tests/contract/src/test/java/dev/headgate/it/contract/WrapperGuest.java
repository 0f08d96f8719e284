package dev.headgate.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.program.StubDriver;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import dev.headgate.jdbc.HeadgateDataSource;
import dev.headgate.okhttp.HeadgateOkHttp;
import java.sql.SQLException;
import javax.sql.DataSource;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is true of wrappers alone. Runs without the agent and under it: together they charge once. */
@DisplayName("A wrapper")
@Guest(
        hosts = {"a43.c.test", "once.c.test"},
        rules = """
                a43.c.test: {limits: [{fixed-window: 3/1d}], wait: 0}
                once.c.test: {limits: [{fixed-window: 3/1d}], wait: 0}
                a36: {match: {jdbc: ["pool:a36"]}, limits: [{fixed-window: 2/1d}], wait: 0}
                once-pool: {match: {jdbc: ["pool:once"]}, limits: [{fixed-window: 3/1d}], wait: 0}
                """)
class WrapperGuest {
    @Test
    @DisplayName("A43 that is derived and wrapped again charges once")
    void derivedClients() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            OkHttpClient[] clients = new OkHttpClient[2_001];
            clients[0] = HeadgateOkHttp.wrap(new OkHttpClient(), Wrapped.headgate());
            for (int i = 1; i <= 2_000; i++) {
                clients[i] = HeadgateOkHttp.wrap(clients[i - 1].newBuilder().build(), Wrapped.headgate());
            }
            Request request =
                    new Request.Builder().url(server.url("a43.c.test", "/")).build();
            for (int i : new int[] {0, 2, 2_000}) {
                clients[i].newCall(request).execute().close();
            }

            assertThatThrownBy(() -> clients[2_000].newCall(request).execute())
                    .isInstanceOf(RateLimitedIOException.class);
            assertThat(server.hits()).isEqualTo(3);
            OkHttpClient last = clients[2_000];
            assertThat(last.interceptors())
                    .hasSameSizeAs(clients[0].interceptors())
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(last.networkInterceptors()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    @DisplayName("A36 of a data source passes everything through")
    void dataSources() throws Exception {
        HikariDataSource pool = pool("a36");
        DataSource wrapped =
                HeadgateDataSource.wrap(HeadgateDataSource.wrap(pool, Wrapped.headgate()), Wrapped.headgate());

        for (Class<?> type :
                new Class<?>[] {DataSource.class, HikariDataSource.class, AutoCloseable.class, HeadgateDataSource.class
                }) {
            assertThat(wrapped.isWrapperFor(type)).as(type.getName()).isTrue();
            assertThat(wrapped.unwrap(type)).as(type.getName()).isInstanceOf(type);
        }
        assertThat(wrapped.unwrap(HikariDataSource.class)).isSameAs(pool);
        assertThat(wrapped.getLoginTimeout()).isEqualTo(pool.getLoginTimeout());
        assertThat(outcome(wrapped::getParentLogger)).isEqualTo(outcome(pool::getParentLogger));
        assertThat(outcome(wrapped::createConnectionBuilder).startsWith("dev.headgate"))
                .isEqualTo(!outcome(pool::createConnectionBuilder).contains("Exception"));

        wrapped.getConnection().close();
        assertThat(outcome(() -> wrapped.getConnection("user", "secret")))
                .isEqualTo(outcome(() -> pool.getConnection("user", "secret")));
        ((AutoCloseable) wrapped).close();
        assertThat(pool.isClosed()).isTrue();
    }

    @Test
    @DisplayName("of a client charges once, with the agent or without")
    void callsAreChargedOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            OkHttpClient client = HeadgateOkHttp.wrap(new OkHttpClient(), Wrapped.headgate());
            Request request =
                    new Request.Builder().url(server.url("once.c.test", "/")).build();
            for (int i = 0; i < 3; i++) {
                client.newCall(request).execute().close();
            }
            assertThatThrownBy(() -> client.newCall(request).execute()).isInstanceOf(RateLimited.class);
            assertThat(server.hits()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("of a pool charges once, with the agent or without")
    void borrowsAreChargedOnce() throws Exception {
        try (HikariDataSource pool = pool("once")) {
            DataSource wrapped = HeadgateDataSource.wrap(pool, Wrapped.headgate());
            for (int i = 0; i < 3; i++) {
                wrapped.getConnection().close();
            }
            assertThatThrownBy(wrapped::getConnection).isInstanceOf(RateLimited.class);
        }
    }

    private static HikariDataSource pool(String name) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDriverClassName(StubDriver.class.getName());
        config.setJdbcUrl("jdbc:stub://db.test/" + name);
        return new HikariDataSource(config);
    }

    /** What may fail. */
    private interface Asked {
        Object ask() throws SQLException;
    }

    private static String outcome(Asked asked) {
        try {
            Object answer = asked.ask();
            return answer == null ? "null" : answer.getClass().getName();
        } catch (SQLException | RuntimeException e) {
            return e.getClass().getName();
        }
    }
}
