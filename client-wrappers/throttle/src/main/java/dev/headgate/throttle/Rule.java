package dev.headgate.throttle;

import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.Match;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the file says of one downstream. Immutable and valid: whoever makes one has checked it.
 *
 * @param name unique among the rules
 * @param source where it was written, as {@code headgate.yml:12:5}, for messages; {@code code} if by a program
 * @param mode what to do with verdicts
 * @param match which calls are its
 * @param limits all or none; empty for {@code unlimited}
 * @param key one budget for each value of this tuple; empty: one for the rule
 * @param maxKeys budgets at most; beyond it new keys share one
 * @param waitNanos longest wait of one program call with all its hops; 0 = fail at once
 * @param queue calls that may wait at the same time in this process
 * @param also names of rules whose limits are taken in the same step
 * @param store where what the limits have given is kept
 * @param onFailure what becomes of calls while that store cannot be asked
 * @param backoff what it does when its downstream asks for a pause or fails
 * @param retries how many retries go; null: any number
 * @param reject the form in which its calls learn that they may not go
 */
public record Rule(
        String name,
        String source,
        Mode mode,
        Match match,
        List<Limit> limits,
        List<KeyPart> key,
        int maxKeys,
        long waitNanos,
        int queue,
        List<String> also,
        Store store,
        OnFailure onFailure,
        Backoff backoff,
        @Nullable RetryTerms retries,
        Reject reject) {
    public Rule {
        limits = List.copyOf(limits);
        key = List.copyOf(key);
        also = List.copyOf(also);
    }

    /** Returns whether it can hold a call, by a limit or by what its downstream answers. */
    public boolean holds() {
        return !limits.isEmpty() || !backoff.isOff();
    }
}
