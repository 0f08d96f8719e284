package dev.headgate.config;

import dev.headgate.config.yaml.Node.Scalar;
import dev.headgate.config.yaml.Report;
import dev.headgate.redis.RedisAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is, as it was written: its placeholders are put in anew each time, because a password in a file may have changed.
 * Immutable.
 */
final class RedisUri {
    private static final String HINT = "write redis://host:6379, or rediss:// for TLS; with all that it may have:"
            + " redis://user:password@host:6379/0";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

    private final Placeholders placeholders;
    private final Scalar uri;
    private final @Nullable Scalar user;
    private final @Nullable Scalar password;

    RedisUri(Placeholders placeholders, Scalar uri, @Nullable Scalar user, @Nullable Scalar password) {
        this.placeholders = placeholders;
        this.uri = uri;
        this.user = user;
        this.password = password;
    }

    /**
     * Returns where Redis is now.
     *
     * @throws IllegalArgumentException if what a placeholder stands for has come to make no sense
     */
    RedisAddress get() {
        try {
            return parse().as(text(user), text(password));
        } catch (BadValue bad) {
            throw new IllegalArgumentException(
                    "`redis` " + bad.message() + (bad.hint() == null ? "" : "; " + bad.hint()));
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException("`uri` " + bad.getMessage(), bad);
        }
    }

    /** Returns where Redis is now, or null after it has said what is wrong with it. */
    @Nullable
    RedisAddress check(Report report) {
        try {
            RedisAddress address = parse();
            String ownUser = text(user);
            String ownPassword = text(password);
            if (user != null && ownUser != null && address.user() != null) {
                report.error(user.at(), "there is a user in `uri` and one in `user`", "delete one of the two");
                return null;
            }
            if (password != null && ownPassword != null && address.password() != null) {
                report.error(
                        password.at(), "there is a password in `uri` and one in `password`", "delete one of the two");
                return null;
            }
            if (user != null && ownUser != null && ownPassword == null && address.password() == null) {
                report.error(
                        user.at(), "`user` has no password", "write password: ${file:/path}, or take the user out");
                return null;
            }
            return address.as(ownUser, ownPassword);
        } catch (BadValue unset) {
            // Told when the values were read.
            return null;
        } catch (IllegalArgumentException bad) {
            boolean expanded = Placeholders.in(uri.text());
            report.error(
                    uri.at(),
                    "`uri`" + (expanded ? ": what the placeholder stands for " : " ") + bad.getMessage(),
                    HINT);
            return null;
        }
    }

    private RedisAddress parse() throws BadValue {
        // What stands for a user or a password is taken as it is, whatever character it holds.
        String text = uri.text();
        int at = Math.max(
                0,
                PLACEHOLDER
                        .matcher(text)
                        .replaceAll(hidden -> " ".repeat(hidden.group().length()))
                        .lastIndexOf('@'));
        String before = placeholders.expand(text.substring(0, at), value -> value.replace("%", "%25"));
        return RedisAddress.parse(before + placeholders.expand(text.substring(at)));
    }

    private @Nullable String text(@Nullable Scalar scalar) throws BadValue {
        String text = scalar == null ? null : placeholders.expand(scalar.text());
        return text == null || text.isEmpty() ? null : text;
    }
}
