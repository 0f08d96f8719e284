package dev.headgate.examples.quickstart;

/** The quickstart's first line; run from source before anything is built. */
public final class Announcement {
    private Announcement() {}

    /** Prints it. */
    public static void main(String[] args) {
        System.out.println(
                "Headgate quickstart: Maven downloads about 60 MB of plugins and libraries the first time (a minute"
                        + " or two, nothing later), builds the agent in about half a minute, then compares for half a minute.");
    }
}
