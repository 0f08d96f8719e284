package dev.headgate.it.agent.jdk;

/** The guests of this package. */
public final class JdkGuests {
    public static final Class<?>[] ALL = {
        AsyncGuest.class, ClientLifeGuest.class, SendGuest.class, UrlConnectionGuest.class
    };

    private JdkGuests() {}
}
