package dev.headgate.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import dev.headgate.throttle.match.JdbcTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HikariTargetsTest {
    @Test
    void aJdbcUrlIsTakenAsItIs() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://db.internal/orders");
        config.setUsername("app");
        config.setPoolName("orders");

        assertThat(HikariTargets.of(config))
                .isEqualTo(new JdbcTarget("jdbc:postgresql://db.internal/orders", "orders", "app"));
    }

    @ParameterizedTest
    @CsvSource({
        "org.postgresql.ds.PGSimpleDataSource, jdbc:postgresql://db.internal:5433/orders",
        "com.mysql.cj.jdbc.MysqlDataSource, jdbc:mysql://db.internal:5433/orders",
        "org.mariadb.jdbc.MariaDbDataSource, jdbc:mariadb://db.internal:5433/orders",
        "com.microsoft.sqlserver.jdbc.SQLServerDataSource, jdbc:sqlserver://db.internal:5433;databaseName=orders",
    })
    void theUrlOfAKnownDataSourceIsMadeFromItsProperties(String type, String url) {
        HikariConfig config = new HikariConfig();
        config.setDataSourceClassName(type);
        config.addDataSourceProperty("serverName", "db.internal");
        config.addDataSourceProperty("portNumber", "5433");
        config.addDataSourceProperty("databaseName", "orders");
        config.addDataSourceProperty("user", "app");

        assertThat(HikariTargets.of(config)).isEqualTo(new JdbcTarget(url, null, "app"));
    }

    @Test
    void aNumberIsAPropertyToo() {
        HikariConfig config = new HikariConfig();
        config.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
        config.addDataSourceProperty("serverName", "db.internal");
        config.addDataSourceProperty("portNumber", 5433);

        assertThat(HikariTargets.of(config).url()).isEqualTo("jdbc:postgresql://db.internal:5433");
    }

    @Test
    void theUrlPropertyOfADataSourceIsFoundInAnyCase() {
        HikariConfig config = new HikariConfig();
        config.setDataSourceClassName("org.h2.jdbcx.JdbcDataSource");
        config.addDataSourceProperty("URL", "jdbc:h2:mem:orders");

        assertThat(HikariTargets.of(config).url()).isEqualTo("jdbc:h2:mem:orders");
    }

    @Test
    void aDataSourceThatIsNotKnownHasNoUrl() {
        HikariConfig config = new HikariConfig();
        config.setDataSourceClassName("com.example.Mine");
        config.addDataSourceProperty("serverName", "db.internal");

        assertThat(HikariTargets.of(config)).isEqualTo(new JdbcTarget(null, null, null));
    }
}
