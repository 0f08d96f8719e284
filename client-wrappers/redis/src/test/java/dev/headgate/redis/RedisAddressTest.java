package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisAddressTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "redis://h, false, h, 6379, null, null, 0",
                "redis://h/, false, h, 6379, null, null, 0",
                "rediss://cache.internal.example:6380/3, true, cache.internal.example, 6380, null, null, 3",
                "redis://:hunter2@10.0.0.1, false, 10.0.0.1, 6379, null, hunter2, 0",
                "redis://app:hunter2@my_redis:1, false, my_redis, 1, app, hunter2, 0",
                "redis://a%3Ab:p%40%2F%C3%A9@h, false, h, 6379, a:b, p@/é, 0",
                "redis://app:p@s/s:#w@h:7/15, false, h, 7, app, p@s/s:#w, 15",
                "redis://[::1]:6380, false, ::1, 6380, null, null, 0",
                "redis://u:é😀@h, false, h, 6379, u, é😀, 0"
            })
    void everyPartIsRead(String uri, boolean tls, String host, int port, String user, String password, int db) {
        assertThat(RedisAddress.parse(uri)).isEqualTo(new RedisAddress(tls, host, port, user, password, db));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h:6379 | does not begin with redis:// or rediss://",
                "http://hunter2 | does not begin with redis:// or rediss://",
                "redis:h | does not begin with redis:// or rediss://",
                "redis:// | names no host",
                "redis://:hunter2@ | names no host",
                "redis://hunter2@h | has a user and no password",
                "redis://hunter2:@h | has a user and no password",
                "redis://:@h | has an empty password",
                "redis://:hunter2%@h | has a `%` in its user or password that is not written %25",
                "redis://:hunter2%4@h | has a `%` in its user or password that is not written %25",
                "redis://:hunter2%ff@h | has a user or password that is not UTF-8 behind its `%`",
                "redis://:hunter2 | names no host",
                "redis://u:hunter2 | has a port that is not between 1 and 65535",
                "redis://h:0 | has a port that is not between 1 and 65535",
                "redis://h:65536 | has a port that is not between 1 and 65535",
                "redis://h/one | has a database that is not a number from 0",
                "redis://h/1/2 | does not end in host, host:port or host:port/db",
                "redis://::1 | does not end in host, host:port or host:port/db",
                "redis://h?password=hunter2 | has a `?` or `#` after the host, where nothing can stand",
                "redis://a:1,b:2 | names more than one server",
                "redis://hunter2 x | has a host that is neither a name nor an address",
                "redis://[hunter2] | has a host that is neither a name nor an address"
            })
    void whatIsNoAddressIsToldWithoutIt(String uri, String message) {
        assertThatThrownBy(() -> RedisAddress.parse(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void itsTextHoldsNoSecret() {
        assertThat(RedisAddress.parse("rediss://app:hunter2@h:1/2")).hasToString("rediss://h:1/2");
        assertThat(RedisAddress.parse("redis://:hunter2@[::1]")).hasToString("redis://[::1]:6379");
        assertThat(new RedisSettings(() -> RedisAddress.parse("redis://h"), "hg", 50, false, 20, 100, "hunter2")
                        .toString())
                .doesNotContain("hunter2")
                .contains("prefix=hg");
    }

    @Test
    void aUserAndPasswordGivenApartTakeThePlaceOfThose() {
        RedisAddress plain = RedisAddress.parse("redis://h");
        assertThat(plain.as("app", "hunter2")).isEqualTo(new RedisAddress(false, "h", 6379, "app", "hunter2", 0));
        assertThat(plain.as(null, null)).isEqualTo(plain);
    }
}
