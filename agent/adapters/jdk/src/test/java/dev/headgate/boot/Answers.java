package dev.headgate.boot;

/** Looks into answers, as the gate does. */
public final class Answers {
    private Answers() {}

    public static Throwable thrown(Answer answer) {
        return answer.thrown();
    }

    public static Object value(Answer answer) {
        return answer.value();
    }

    public static boolean skips(Answer answer) {
        return answer.skips();
    }
}
