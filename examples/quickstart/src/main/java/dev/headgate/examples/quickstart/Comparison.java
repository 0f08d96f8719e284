package dev.headgate.examples.quickstart;

import java.util.Locale;

/** Two runs side by side, for a terminal. */
final class Comparison {
    private static final int WIDTH = 60;

    private final int quota;
    private final Run without;
    private final Run with;

    Comparison(int quotaPerSecond, Run without, Run with) {
        this.quota = quotaPerSecond;
        this.without = without;
        this.with = with;
    }

    String text() {
        StringBuilder text = new StringBuilder(4096);
        row(text, "", "without agent", "with agent");
        row(text, "calls sent", without.calls(), with.calls());
        row(text, "429s received", without.refused(), with.refused());
        row(text, "work done (orders charged)", without.ok(), with.ok());
        row(text, "calls for one charged order", ratio(without), ratio(with));
        row(text, "server's quota used", percent(without), percent(with));
        row(text, "longest call", without.longestWaitMillis() + " ms", with.longestWaitMillis() + " ms");
        int most = Math.max(most(without), most(with));
        picture(text, without, most);
        picture(text, with, most);
        return text.toString();
    }

    private static void row(StringBuilder text, String what, Object left, Object right) {
        text.append(String.format(Locale.ROOT, "  %-28s %14s %14s%n", what, left, right));
    }

    private static String ratio(Run run) {
        return run.ok() == 0 ? "-" : String.format(Locale.ROOT, "%.1f", (double) run.calls() / run.ok());
    }

    private String percent(Run run) {
        return String.format(Locale.ROOT, "%.1f %%", run.quotaUsedPercent(quota));
    }

    private static int most(Run run) {
        int most = 1;
        for (int second = 0; second < run.okBySecond().length; second++) {
            most = Math.max(most, run.okBySecond()[second] + run.refusedBySecond()[second]);
        }
        return most;
    }

    private void picture(StringBuilder text, Run run, int most) {
        text.append(String.format(
                "%n  %s the agent, calls per second   (# charged, x answered 429; quota %d)%n", run.name(), quota));
        for (int second = 0; second < run.okBySecond().length; second++) {
            int ok = run.okBySecond()[second];
            int refused = run.refusedBySecond()[second];
            text.append(String.format(
                    Locale.ROOT,
                    "  %3d s |%-" + WIDTH + "s| %d%s%n",
                    second + 1,
                    "#".repeat(ok * WIDTH / most) + "x".repeat(refused * WIDTH / most),
                    ok,
                    refused == 0 ? "" : " + " + refused + " x 429"));
        }
    }
}
