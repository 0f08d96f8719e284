package dev.headgate.jdbc;

import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;
import org.jspecify.annotations.Nullable;

/** A data source's own builder, except that {@link #build} is a borrow. As little thread-safe as the builder. */
final class GatedConnectionBuilder implements ConnectionBuilder {
    private final ConnectionBuilder builder;
    private final BorrowGate gate;
    private @Nullable String user;

    GatedConnectionBuilder(ConnectionBuilder builder, BorrowGate gate) {
        this.builder = builder;
        this.gate = gate;
    }

    @Override
    public ConnectionBuilder user(String username) {
        user = username;
        builder.user(username);
        return this;
    }

    @Override
    public ConnectionBuilder password(String password) {
        builder.password(password);
        return this;
    }

    @Override
    public ConnectionBuilder shardingKey(ShardingKey shardingKey) {
        builder.shardingKey(shardingKey);
        return this;
    }

    @Override
    public ConnectionBuilder superShardingKey(ShardingKey superShardingKey) {
        builder.superShardingKey(superShardingKey);
        return this;
    }

    @Override
    public Connection build() throws SQLException {
        return gate.pass(user, builder::build);
    }
}
