package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db.internal/orders|jdbc:postgresql://db.internal:5432/orders",
                "JDBC:PostgreSQL://DB.Internal.:5432/orders?ssl=true|jdbc:postgresql://db.internal:5432/orders",
                "jdbc:postgresql://b:5433,a/orders|jdbc:postgresql://a:5432,b:5433/orders",
                "jdbc:postgresql://[::1]:5433,[0:0::2]/orders|jdbc:postgresql://[::1]:5433,[::2]:5432/orders",
                "jdbc:postgresql://db|jdbc:postgresql://db:5432/",
                "jdbc:postgresql://db?user=x|jdbc:postgresql://db:5432/",
                "jdbc:postgresql:///orders|jdbc:postgresql://localhost:5432/orders",
                "jdbc:postgresql:orders|jdbc:postgresql://localhost:5432/orders",
                "jdbc:postgresql:/|jdbc:postgresql://localhost:5432/",
                "jdbc:postgresql:|jdbc:postgresql://localhost:5432/",
                "jdbc:postgresql://db/or%20ders|jdbc:postgresql://db:5432/or ders",
                "jdbc:postgresql://db/100%|jdbc:postgresql://db:5432/100%",
                "jdbc:mysql://db/orders|jdbc:mysql://db:3306/orders",
                "jdbc:mysql://app:p%40ss@db:3307/orders|jdbc:mysql://db:3307/orders",
                "jdbc:mysql://a:1,b/orders?x=y|jdbc:mysql://a:1,b:3306/orders",
                "jdbc:mysql://[b:1,a:2]/orders|jdbc:mysql://a:2,b:1/orders",
                "jdbc:mysql://app:pw@[b:1,a:2]/orders|jdbc:mysql://a:2,b:1/orders",
                "jdbc:mysql://u1:p1@a,u2:p2@b:1/orders|jdbc:mysql://a:3306,b:1/orders",
                "jdbc:mysql://(host=a,port=1,user=u,password=p@/s),(host=b)/orders|jdbc:mysql://a:1,b:3306/orders",
                "jdbc:mysql://address=(port=1)(host=a)(user=u),address=(port=2)(host=b)/o|jdbc:mysql://a:1,b:2/o",
                "jdbc:mysql:loadbalance://a,b/orders|jdbc:mysql://a:3306,b:3306/orders",
                "jdbc:mysql://[fe80::1]/orders|jdbc:mysql://[fe80::1]:3306/orders",
                "jdbc:mysql://(host=::1,port=1)/orders|jdbc:mysql://[::1]:1/orders",
                "jdbc:mariadb:replication://b,a/orders|jdbc:mariadb://a:3306,b:3306/orders",
                "jdbc:mariadb://address=(host=a)(port=1)(type=primary)/orders|jdbc:mariadb://a:1/orders",
                "jdbc:sqlserver://db;databaseName=orders;user=a;password={p;w}|jdbc:sqlserver://db:1433/orders",
                "jdbc:sqlserver://DB:1444;DATABASE=orders|jdbc:sqlserver://db:1444/orders",
                "jdbc:sqlserver://;serverName=db;portNumber=1444;databaseName=orders|jdbc:sqlserver://db:1444/orders",
                "jdbc:sqlserver://;serverName=3ffe::1;databaseName={a}}b;c}|jdbc:sqlserver://[3ffe::1]:1433/a}b;c",
                "jdbc:sqlserver://db\\SQL1;databaseName=orders|jdbc:sqlserver://db\\sql1/orders",
                "jdbc:sqlserver://db;instanceName=sql1;databaseName=orders|jdbc:sqlserver://db\\sql1/orders",
                "jdbc:sqlserver://db\\sql1:1444;databaseName=orders|jdbc:sqlserver://db:1444/orders",
                "jdbc:sqlserver://db/|jdbc:sqlserver://db:1433/",
                "jdbc:sqlserver://[::1]:1444;database=o|jdbc:sqlserver://[::1]:1444/o",
                "jdbc:oracle:thin:@//db:1522/Orders|jdbc:oracle://db:1522/orders",
                "jdbc:oracle:thin:@db/orders|jdbc:oracle://db:1521/orders",
                "jdbc:oracle:thin:@db:1521:ORDERS|jdbc:oracle://db:1521/orders",
                "jdbc:oracle:thin:scott/tiger@//db/orders:dedicated/inst|jdbc:oracle://db:1521/orders",
                "jdbc:oracle:thin:scott/t//i@g?er@db:1521:orders|jdbc:oracle://db:1521/orders",
                "jdbc:oracle:thin:@tcps://b:1,a:2/orders?wallet_location=x|jdbc:oracle://a:2,b:1/orders",
                "jdbc:oracle:thin:@//[::1]:1521/orders|jdbc:oracle://[::1]:1521/orders",
                "jdbc:oracle:thin:@[::1]:1521:orders|jdbc:oracle://[::1]:1521/orders",
                "jdbc:oracle:oci:@ORDERS_HIGH?TNS_ADMIN=/x|jdbc:oracle:@orders_high",
                "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=db)(PORT=1522))(CONNECT_DATA=(SERVICE_NAME=orders)))|jdbc:oracle://db:1522/orders",
                "jdbc:oracle:thin:a/b@( description = (address_list = (address = (port = 1)(host = b))(address=(host=a)(port=2)))(connect_data=(sid=Orders)))|jdbc:oracle://a:2,b:1/orders",
                "jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1;USER=sa;PASSWORD=x|jdbc:h2:mem:orders",
                "jdbc:h2:~/orders|jdbc:h2:file:~/orders",
                "jdbc:h2:file:~/orders|jdbc:h2:file:~/orders",
                "jdbc:h2:C:/orders|jdbc:h2:file:C:/orders",
                "jdbc:h2:zip:~/a.zip!/orders|jdbc:h2:zip:~/a.zip!/orders",
                "jdbc:h2:tcp://DB/~/orders|jdbc:h2://db:9092/~/orders",
                "jdbc:h2:ssl://a:1,b/orders;IFEXISTS=TRUE|jdbc:h2://a:1,b:9092/orders",
                "jdbc:sqlite:orders.db?mode=ro|jdbc:sqlite:orders.db",
                "jdbc:sqlite:file:orders.db|jdbc:sqlite:orders.db",
                "jdbc:sqlite::memory:|jdbc:sqlite::memory:",
                "jdbc:sqlite:|jdbc:sqlite::memory:",
                "jdbc:other://App:Pw@Host:1/x?a=b|jdbc:other://Host:1/x",
                "jdbc:other:sub://u:p@h/x;password=y|jdbc:other:sub://h/x",
                "jdbc:other:scott/ti:ger@h|jdbc:other:h",
                "jdbc:clickhouse://h:8123/x?mail=a@b|jdbc:clickhouse://h:8123/x",
                "jdbc:mysql:odd|jdbc:mysql:odd",
                "jdbc:|jdbc::",
                "no url at all|jdbc::no url at all",
            })
    void aUrlSaysWhereItLeads(String url, String canonical) {
        assertThat(JdbcUrl.parse(url).mask()).isEqualTo(canonical);
        assertThat(JdbcUrl.parse(url)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://app:hunter2@db/orders",
                "jdbc:postgresql://db/orders?user=hunter2&password=hunter2",
                "jdbc:postgresql://app:hunter2/orders",
                "jdbc:mysql://app:hunt,hunter2@db/orders",
                "jdbc:mysql://app:hunter2,x@db/orders",
                "jdbc:mysql://app:a/hunter2@db/orders",
                "jdbc:mysql://app:a?hunter2@db/orders",
                "jdbc:mysql://app:hunter2;x@db/orders",
                "jdbc:mysql://db/orders;password=hunter2",
                "jdbc:mysql://(host=db,password=hunter2)/orders",
                "jdbc:mysql://(host=db,password=@hunter2)/orders",
                "jdbc:sqlserver://db;user=sa;password={a;hunter2};databaseName=o",
                "jdbc:sqlserver://db;accessToken=hunter2",
                "jdbc:oracle:thin:app/hunter2@db:1521:o",
                "jdbc:oracle:thin:app/\"a@hunter2\"@//db/o",
                "jdbc:oracle:thin:app/a//hunter2@db:1521:o",
                "jdbc:h2:mem:o;PASSWORD=hunter2",
                "jdbc:other://app:hunter2@db",
                "jdbc:other://app:a?hunter2@db",
                "jdbc:other:app/a//hunter2@db",
                "jdbc:other://db?pwd=hunter2",
                "jdbc:other://db;secretKey=hunter2",
            })
    void noCredentialIsEverShown(String url) {
        JdbcUrl parsed = JdbcUrl.parse(url);
        assertThat(parsed.mask()).doesNotContain("hunter2").contains(url.contains("h2:mem") ? "mem:o" : "");
        assertThat(parsed.hosts()).doesNotContain("hunter2");
        assertThat(JdbcPattern.parse(url).toString()).doesNotContain("hunter2");
        assertThat(new JdbcTarget(url, "p", "u").toString()).doesNotContain("hunter2");
    }

    @Test
    void urlsOfTheSamePlaceAreEqual() {
        assertThat(JdbcUrl.parse("jdbc:postgresql://a,b/o?user=x&password=y&ssl=true"))
                .isEqualTo(JdbcUrl.parse("jdbc:postgresql://B:5432,A.:5432/o?SSL=true"))
                .hasSameHashCodeAs(JdbcUrl.parse("jdbc:postgresql://b,a/o"))
                .isNotEqualTo(JdbcUrl.parse("jdbc:postgresql://a,b/o"))
                .isNotEqualTo(JdbcUrl.parse("jdbc:postgresql://a/o?ssl=true"));
    }
}
