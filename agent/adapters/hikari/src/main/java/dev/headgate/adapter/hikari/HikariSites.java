package dev.headgate.adapter.hikari;

import dev.headgate.spi.Shape;
import dev.headgate.spi.Site;
import dev.headgate.spi.Site.Form;
import dev.headgate.spi.Sites;
import java.util.List;

/**
 * The seam of HikariCP 3.4 to 7: the program borrows a connection. What fills, tests and retires the pool's connections does not
 * pass here.
 */
public final class HikariSites implements Sites {
    @Override
    public List<Site> all() {
        return List.of(new Site(
                "hikari",
                "com.zaxxer.hikari.pool.HikariPool",
                "getConnection",
                "(J)Ljava/sql/Connection;",
                Form.AROUND,
                "dev.headgate.adapter.hikari.BorrowAdapter",
                Shape.of(
                        "com/zaxxer/hikari/pool/PoolBase#config:Lcom/zaxxer/hikari/HikariConfig;",
                        "com/zaxxer/hikari/HikariConfig#getJdbcUrl:()Ljava/lang/String;",
                        "com/zaxxer/hikari/HikariConfig#getPoolName:()Ljava/lang/String;",
                        "com/zaxxer/hikari/HikariConfig#getUsername:()Ljava/lang/String;",
                        "com/zaxxer/hikari/HikariConfig#getDataSourceClassName:()Ljava/lang/String;",
                        "com/zaxxer/hikari/HikariConfig#getDataSourceProperties:()Ljava/util/Properties;")));
    }
}
