package dev.headgate.redis;

/** What {@link RedisConcurrency} has to tell. Called on any thread, with no lock held; must be quick and must not throw. */
interface PermitEvents {
    /** Redis does not answer: from now on this process lets in its share alone. Told once until {@link #back()}. */
    void away(Throwable why);

    /** Redis answers again, and has been told the permits that are held. */
    void back();

    /** So many permits of this process had lapsed while it held them: the limit may be exceeded by as many. */
    void lapsed(int permits);

    /** A key of the limit held something else, and was dropped. */
    void dropped();

    /** From now on a newer file than this process's says how many may be inside. */
    void outdated(long newerRevision, int atOnce);

    /** A callback of a waiter failed; its permit was given back. */
    void failed(Throwable failure);
}
