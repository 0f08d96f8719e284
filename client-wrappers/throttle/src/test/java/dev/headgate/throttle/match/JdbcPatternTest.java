package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcPatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db/orders|jdbc:postgresql://DB:5432/orders?ssl=true&user=x|true",
                "jdbc:postgresql://db/orders|jdbc:postgresql://db:5433/orders|false",
                "jdbc:postgresql://db/orders|jdbc:postgresql://db/order|false",
                "jdbc:postgresql://db/orders|jdbc:postgresql://db/Orders|false",
                "jdbc:postgresql://db/orders|jdbc:postgresql://db,other/orders|false",
                "jdbc:postgresql://b,a/orders|jdbc:postgresql://a,b/orders|true",
                "jdbc:postgresql://db/orders|jdbc:mysql://db:5432/orders|false",
                "jdbc:postgresql://db/orders?ssl=true|jdbc:postgresql://db/orders?x=1&ssl=true|true",
                "jdbc:postgresql://db/orders?ssl=true|jdbc:postgresql://db/orders?ssl=false|false",
                "jdbc:postgresql://db/orders?ssl=true|jdbc:postgresql://db/orders|false",
                "jdbc:sqlserver://db;databaseName=o|jdbc:sqlserver://;serverName=DB;database=o;encrypt=true|true",
                "jdbc:oracle:thin:@db:1521:O|jdbc:oracle:thin:scott/tiger@//db/o|true",
                "jdbc:other:thing|jdbc:other:thing?user=x|true",
                "jdbc:other:thing|jdbc:other:Thing|false",
                "jdbc:other:thing?a=1|jdbc:other:thing|false",
            })
    void aUrlIsComparedByWhereItLeads(String pattern, String url, boolean matches) {
        assertThat(JdbcPattern.parse(pattern).matches(new JdbcTarget(url, "any", null)))
                .isEqualTo(matches);
    }

    @Test
    void aPoolIsComparedByItsName() {
        JdbcPattern pattern = JdbcPattern.parse("pool:orders");
        assertThat(pattern).hasToString("pool:orders").isEqualTo(JdbcPattern.parse("pool:orders"));
        assertThat(pattern.matches(new JdbcTarget(null, "orders", null))).isTrue();
        assertThat(pattern.matches(new JdbcTarget(null, "Orders", null))).isFalse();
        assertThat(pattern.matches(new JdbcTarget("jdbc:h2:mem:orders", null, null)))
                .isFalse();
        assertThat(JdbcPattern.parse("jdbc:h2:mem:orders").matches(new JdbcTarget(null, "orders", null)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pool:|\"pool:\" names no pool: write \"pool:NAME\", as \"pool:orders\"",
                "orders|this is neither a JDBC URL nor a pool: write \"pool:orders\", or \"pool:NAME\" for a pool's name",
                "postgresql://app:hunter2@db/orders|this is neither a JDBC URL nor a pool: write \"jdbc:postgresql://db:5432/orders\", or \"pool:NAME\" for a pool's name",
                "jdbc:mysql://*.internal/orders|\"jdbc:mysql://*.internal:3306/orders\" has a *, but JDBC URLs are compared whole: list each of them, or name the pool as \"pool:NAME\"",
                "jdbc:|\"jdbc::\" names no database: write \"jdbc:postgresql://db.example.com/orders\" or \"pool:NAME\"",
            })
    void aWrongPatternSaysWhatToWrite(String pattern, String message) {
        assertThatThrownBy(() -> JdbcPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
