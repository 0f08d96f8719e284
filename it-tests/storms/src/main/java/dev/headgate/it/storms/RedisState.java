package dev.headgate.it.storms;

/** How the fleet's store fares. */
public enum RedisState {
    /** It answers at once. */
    WELL,
    /** Each trip takes 20 ms. */
    FAR,
    /** It does not answer for 30 seconds, from the beginning of the trouble: each process lives on its share. */
    DEAD,
    /** It is away for a second in the middle of the trouble and comes back knowing nothing. */
    EMPTY
}
