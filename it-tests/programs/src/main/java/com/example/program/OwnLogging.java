package com.example.program;

import java.util.logging.LogManager;

/** A program whose first statement chooses its own log manager, and which then calls out. Arguments as {@link Calls}. */
public final class OwnLogging {
    private OwnLogging() {}

    /** The program's choice. */
    public static final class Own extends LogManager {}

    public static void main(String[] args) throws Exception {
        System.setProperty("java.util.logging.manager", Own.class.getName());
        System.out.println("main");
        Print.fact("log", "manager", LogManager.getLogManager().getClass().getName());
        Calls.main(args);
    }
}
