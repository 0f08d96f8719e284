package dev.headgate.jdbc;

import static dev.headgate.jdbc.Pools.borrow;
import static dev.headgate.jdbc.Pools.rules;
import static dev.headgate.jdbc.Pools.tally;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.api.Covered;
import dev.headgate.config.Headgate;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKey;
import java.util.function.Function;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The wrapper as a data source. */
class HeadgateDataSourceTest {
    private static final String RULES = "db: {match: {jdbc: [\"pool:wrapped\"]}, limits: [100/s]}";

    @Test
    @DisplayName("A36 unwrap, isWrapperFor and close reach the pool")
    void theWrapperIsTransparent() throws Exception {
        try (Headgate headgate = rules(RULES);
                HikariDataSource pool = Pools.h2("wrapped", 1)) {
            DataSource once = HeadgateDataSource.wrap(pool, headgate);
            DataSource twice = HeadgateDataSource.wrap(once, headgate);

            assertThat(twice).isSameAs(once);
            for (Class<?> type : new Class<?>[] {DataSource.class, AutoCloseable.class, HeadgateDataSource.class}) {
                assertThat(twice.isWrapperFor(type)).isTrue();
                assertThat(twice.unwrap(type)).isSameAs(twice);
            }
            assertThat(twice.isWrapperFor(HikariDataSource.class)).isTrue();
            assertThat(twice.unwrap(HikariDataSource.class)).isSameAs(pool);
            assertThat(twice.isWrapperFor(Number.class)).isFalse();
            assertThat(twice.getLoginTimeout()).isEqualTo(pool.getLoginTimeout());
            assertThatThrownBy(twice::getParentLogger).isInstanceOf(SQLFeatureNotSupportedException.class);
            assertThatThrownBy(twice::createConnectionBuilder).isInstanceOf(SQLFeatureNotSupportedException.class);
            assertThatThrownBy(twice::createShardingKeyBuilder).isInstanceOf(SQLFeatureNotSupportedException.class);

            ((AutoCloseable) twice).close();
            assertThat(pool.isClosed()).isTrue();
        }
    }

    @Test
    @DisplayName("A36 both forms of getConnection cost one token, once, also when wrapped twice")
    void bothFormsCostOne() throws SQLException {
        try (Headgate headgate = rules(RULES)) {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setUrl("jdbc:h2:mem:forms");
            h2.setUser("sa");
            DataSource source = HeadgateDataSource.wrap(
                    new Pools.Delegating(() -> HeadgateDataSource.wrap(h2, headgate, "wrapped")), headgate, "wrapped");

            borrow(source);
            assertThat(tally(headgate).offered()).isEqualTo(1);
            source.getConnection("sa", "").close();
            assertThat(tally(headgate).offered()).isEqualTo(2);
        }
    }

    @Test
    void theConnectionIsThePoolsOwn() throws SQLException {
        try (Headgate headgate = rules(RULES);
                HikariDataSource pool = Pools.h2("wrapped", 1);
                Connection connection = HeadgateDataSource.wrap(pool, headgate).getConnection()) {
            assertThat(connection.getClass().getName()).isEqualTo("com.zaxxer.hikari.pool.HikariProxyConnection");
        }
    }

    @Test
    void closeReachesAPoolBehindADataSourceThatCannotBeClosed() throws Exception {
        try (Headgate headgate = rules(RULES);
                HikariDataSource pool = Pools.h2("wrapped", 1)) {
            HeadgateDataSource.wrap(new Pools.Delegating(() -> pool), headgate).close();

            assertThat(pool.isClosed()).isTrue();
        }
    }

    @Test
    void aPoolThatStartsLaterIsKnownByItsSettings() throws SQLException {
        try (Headgate headgate = rules("\"jdbc:h2:mem:later\": 100/s");
                HikariDataSource pool = new HikariDataSource()) {
            DataSource source = HeadgateDataSource.wrap(pool, headgate);
            pool.setJdbcUrl("jdbc:h2:mem:later");

            borrow(source);
            borrow(source);

            assertThat(tally(headgate).admitted()).isEqualTo(2);
        }
    }

    @Test
    void aDataSourceThatTellsNothingMustBeNamed() throws SQLException {
        try (Headgate headgate = rules(RULES)) {
            JdbcConnectionPool unknown = JdbcConnectionPool.create("jdbc:h2:mem:unknown", "sa", "");

            assertThatThrownBy(() -> HeadgateDataSource.wrap(unknown, headgate))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("org.h2.jdbcx.JdbcConnectionPool")
                    .hasMessageContaining("pool:orders");

            borrow(HeadgateDataSource.wrap(unknown, headgate, "wrapped"));
            assertThat(tally(headgate).admitted()).isEqualTo(1);
            unknown.dispose();
        }
    }

    @Test
    void whatAConnectionBuilderBuildsIsABorrow() throws SQLException {
        try (Headgate headgate = rules(RULES);
                HikariDataSource pool = Pools.h2("wrapped", 1)) {
            DataSource building = new Pools.Delegating(() -> pool) {
                @Override
                public ConnectionBuilder createConnectionBuilder() {
                    return new Builder(this);
                }
            };

            HeadgateDataSource.wrap(building, headgate)
                    .createConnectionBuilder()
                    .user("sa")
                    .password("")
                    .build()
                    .close();

            assertThat(tally(headgate).admitted()).isEqualTo(1);
        }
    }

    @Test
    void whatTheAgentChargesPassesThrough() throws SQLException {
        try (Headgate headgate = rules(RULES);
                HikariDataSource pool = Pools.h2("wrapped", 1)) {
            DataSource source = HeadgateDataSource.wrap(pool, headgate);
            Covered.by(new OnePool("wrapped"));
            try {
                borrow(source);
            } finally {
                Covered.by(new OnePool("nobody"));
            }
            assertThat(tally(headgate).offered()).isZero();
            borrow(source);
            assertThat(tally(headgate).offered()).isEqualTo(1);
        }
    }

    private record Builder(DataSource source) implements ConnectionBuilder {
        @Override
        public ConnectionBuilder user(String username) {
            return this;
        }

        @Override
        public ConnectionBuilder password(String password) {
            return this;
        }

        @Override
        public ConnectionBuilder shardingKey(ShardingKey shardingKey) {
            return this;
        }

        @Override
        public ConnectionBuilder superShardingKey(ShardingKey superShardingKey) {
            return this;
        }

        @Override
        public Connection build() throws SQLException {
            return source.getConnection();
        }
    }

    /** An agent that charges borrows from one Hikari pool. */
    private record OnePool(String covered) implements Covered.ByAgent {
        @Override
        public boolean http(
                String library,
                String scheme,
                String host,
                int port,
                String method,
                String rawPath,
                Function<String, @Nullable String> header) {
            return false;
        }

        @Override
        public boolean jdbc(String library, @Nullable String url, @Nullable String pool, @Nullable String user) {
            return library.equals("hikari") && covered.equals(pool);
        }
    }
}
