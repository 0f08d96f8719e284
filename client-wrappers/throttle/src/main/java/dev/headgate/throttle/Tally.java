package dev.headgate.throttle;

/**
 * What happened at one downstream so far. At rest
 * {@code offered = admitted + rejected + cancelled + failedOpen + waiting}; read while calls come and go, it may be off by those.
 *
 * @param downstream the rule's name
 * @param mode of the rule
 * @param offered calls that asked
 * @param admitted calls that went, at once or after a wait
 * @param rejected calls that were told when to come back
 * @param cancelled calls that were cancelled or interrupted while they waited
 * @param failedOpen calls that went because something of ours failed
 * @param waiting calls that wait now
 * @param held calls that had to wait, however that ended
 * @param longestWaitNanos longest wait of a call that went
 * @param owed calls, among the admitted, that went as debt
 * @param wouldHold calls that {@code mode: observe} would have held
 * @param wouldReject calls that {@code mode: observe} would have rejected
 * @param overloaded calls of which the downstream said, or showed, that they were too many
 * @param pauses pauses that began because this process was told so; those that only renew one do not count
 * @param cuts how often it was seen that calls came back more slowly because too many failed
 * @param retriesRejected calls, among the rejected, that were retries beyond the retry budget
 * @param pacePermille at which part of what went before calls come back now, in thousandths; 1,000 if nothing holds them but the
 *     limits
 * @param pausedNanos for how long nothing of the rule goes from now, as far as it is known here; 0: it does
 */
public record Tally(
        String downstream,
        Mode mode,
        long offered,
        long admitted,
        long rejected,
        long cancelled,
        long failedOpen,
        long waiting,
        long held,
        long longestWaitNanos,
        long owed,
        long wouldHold,
        long wouldReject,
        long overloaded,
        long pauses,
        long cuts,
        long retriesRejected,
        long pacePermille,
        long pausedNanos) {}
