package dev.headgate.throttle.key;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads a claim of a JSON Web Token (RFC 7519) in an {@code Authorization} header. It is decoded, not verified: a budget is
 * not a right. Whatever is not exactly such a token has no claims.
 */
final class BearerToken {
    /** Servers take no longer header; a longer one would only cost time. */
    static final int LONGEST = 16_384;

    private static final String SCHEME = "Bearer ";

    private BearerToken() {}

    /** Returns the claim as text, or null if there is no such token or claim. */
    static @Nullable String claim(@Nullable String authorization, String name) {
        if (authorization == null
                || authorization.length() > LONGEST
                || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = authorization.substring(SCHEME.length()).trim();
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        if (first <= 0 || second < 0 || token.indexOf('.', second + 1) >= 0) {
            return null;
        }
        try {
            byte[] payload = Base64.getUrlDecoder().decode(token.substring(first + 1, second));
            String json = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload))
                    .toString();
            return new JsonClaims(json).find(name);
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }
}
