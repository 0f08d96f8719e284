package dev.headgate.throttle.signal;

/**
 * Reads one client's response type. Stateless, so that reading allocates nothing that the response does not have anyway.
 *
 * @param <R> the client's response
 */
public interface ResponseReader<R> {
    /** Takes one header line. */
    interface HeaderVisitor {
        /**
         * Takes a header line.
         *
         * @param name in any case
         * @param value as it came
         */
        void header(String name, String value);
    }

    /** Returns the status code. */
    int status(R response);

    /** Tells every header line, each once, in the order of the response as far as the client keeps it. */
    void headers(R response, HeaderVisitor visitor);
}
