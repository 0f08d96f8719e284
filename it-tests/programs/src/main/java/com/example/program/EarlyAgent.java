package com.example.program;

/** An agent that itself calls out before the program starts. */
public final class EarlyAgent {
    private EarlyAgent() {}

    /**
     * Makes a call with each of the JDK's clients.
     *
     * @param url where to
     */
    public static void premain(String url) throws Exception {
        Calls.make("huc", url, "jdk", url);
    }
}
