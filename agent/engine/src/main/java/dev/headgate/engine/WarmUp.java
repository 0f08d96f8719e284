package dev.headgate.engine;

/** A class to try the weaver on: one method for each form. */
@SuppressWarnings("unused")
final class WarmUp {
    private WarmUp() {}

    static Object gate(Object argument) {
        return argument;
    }

    static Object rewrite(Object argument) {
        return argument;
    }

    static Object around(Object argument) {
        return argument;
    }

    static Object after(Object argument) {
        return argument;
    }
}
