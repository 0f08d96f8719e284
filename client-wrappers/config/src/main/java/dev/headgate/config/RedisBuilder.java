package dev.headgate.config;

import dev.headgate.redis.RedisAddress;
import dev.headgate.redis.RedisSettings;
import dev.headgate.throttle.OnFailure;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says in code what the file says under {@code redis}; each method is the file's key of that name. Every method throws
 * {@link IllegalArgumentException} if what it is given makes no sense. Not thread-safe.
 */
public final class RedisBuilder {
    private final RedisAddress address;
    private @Nullable String user;
    private @Nullable Supplier<String> password;
    private String prefix = RedisSettings.DEFAULT_PREFIX;
    private int timeoutMillis = RedisSettings.DEFAULT_TIMEOUT_MILLIS;
    private boolean timeoutSet;
    private boolean clientClock;
    private OnFailure onFailure = OnFailure.LOCAL;
    private int expectedProcesses = RedisSettings.DEFAULT_EXPECTED_PROCESSES;
    private int sharePercent = RedisSettings.WHOLE_SHARE;
    private @Nullable String keySecret;

    RedisBuilder(String uri) {
        try {
            this.address = RedisAddress.parse(uri);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException("The URI of Redis " + bad.getMessage(), bad);
        }
    }

    /** Sets the user of the server's access list; that of the URI, or the default user, if not set. */
    public RedisBuilder user(String name) {
        user = name;
        return this;
    }

    /** Sets the password; that of the URI if not set. */
    public RedisBuilder password(String value) {
        return password(() -> value);
    }

    /**
     * Sets what is asked for the password before each connection.
     *
     * @param value thread-safe, and quick
     */
    public RedisBuilder password(Supplier<String> value) {
        password = value;
        return this;
    }

    /** Sets what names the fleet: same prefix and downstream, same limit; {@code hg} if not set. */
    public RedisBuilder prefix(String value) {
        return set(() -> prefix = RedisReader.prefix(value), "prefix \"" + value + "\"");
    }

    /** Sets how long Redis may hold up a call; 50 ms if not set. */
    public RedisBuilder timeout(Duration longest) {
        timeoutSet = true;
        return set(() -> timeoutMillis = RedisReader.timeoutMillis(longest), "timeout " + longest);
    }

    /** Decides by the clock of this process, and not by that of Redis. */
    public RedisBuilder clientClock() {
        clientClock = true;
        return this;
    }

    /** Sets what becomes of calls while Redis does not answer; {@link OnFailure#LOCAL} if not set. */
    public RedisBuilder onFailure(OnFailure value) {
        onFailure = value;
        return this;
    }

    /** Sets by how many a process divides limits that has not met Redis yet; 20 if not set. */
    public RedisBuilder expectedProcesses(int processes) {
        if (processes < 1) {
            throw new IllegalArgumentException("expectedProcesses must be at least 1, but is " + processes);
        }
        expectedProcesses = processes;
        return this;
    }

    /** Sets the part of every limit, in percent, that belongs to this Redis; 100 if not set. */
    public RedisBuilder share(int percent) {
        return set(() -> sharePercent = RedisReader.sharePercent(percent + "%"), "share " + percent + "%");
    }

    /** Sets under which secret values of keys are hashed; made once in Redis if not set. */
    public RedisBuilder keySecret(String secret) {
        keySecret = secret.isEmpty() ? null : secret;
        return this;
    }

    RedisBlock block() {
        String asUser = user;
        Supplier<String> asPassword = password;
        RedisSettings settings = new RedisSettings(
                () -> address.as(asUser, asPassword == null ? null : asPassword.get()),
                prefix,
                timeoutMillis,
                clientClock,
                expectedProcesses,
                sharePercent,
                keySecret);
        return new RedisBlock(RuleBody.CODE, settings, address, onFailure, timeoutSet ? RuleBody.CODE : null);
    }

    private interface Setting {
        void set() throws BadValue;
    }

    private RedisBuilder set(Setting setting, String what) {
        try {
            setting.set();
            return this;
        } catch (BadValue bad) {
            throw new IllegalArgumentException(
                    what + " " + bad.message() + (bad.hint() == null ? "" : ": " + bad.hint()));
        }
    }
}
