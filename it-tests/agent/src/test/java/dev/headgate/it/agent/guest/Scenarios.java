package dev.headgate.it.agent.guest;

/** Which guests share a JVM. */
public final class Scenarios {
    public static final Class<?>[] SIDE_BY_SIDE = {
        DeadlineGuest.class,
        FairnessGuest.class,
        ForbiddenGuest.class,
        HikariGuest.class,
        InterruptGuest.class,
        JdkClientGuest.class,
        LocksGuest.class,
        MatchingGuest.class,
        OkHttpGuest.class,
        OneCallGuest.class,
        PauseGuest.class,
        PoolGuest.class,
        RejectResponseGuest.class,
        ResendGuest.class
    };
    public static final Class<?>[] WITH_MANY_THREADS = {FullQueueGuest.class};
    public static final Class<?>[] WITH_ONE_BOUND = {FullProcessGuest.class};

    private Scenarios() {}
}
