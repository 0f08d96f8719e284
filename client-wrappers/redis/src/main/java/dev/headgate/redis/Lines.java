package dev.headgate.redis;

/** Makes connections to Redis. */
@FunctionalInterface
interface Lines {
    /**
     * Makes a connection that is ready for scripts.
     *
     * @throws LineBrokenException if that does not succeed, or Redis refuses the user, the password or the database
     */
    Line open() throws LineBrokenException;
}
