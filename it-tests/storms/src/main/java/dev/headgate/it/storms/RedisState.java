package dev.headgate.it.storms;

/** How the fleet's store fares. */
public enum RedisState {
    /** It answers at once. */
    WELL,
    /** Each trip takes 20 ms. */
    FAR,
    /** It does not answer from the beginning of the trouble to five seconds after it: each process lives on its share. */
    DEAD
}
