package dev.headgate.it.storms.report;

import dev.headgate.it.storms.Strategy;

/** Each strategy's colour, the same in all plots. */
final class Palette {
    private Palette() {}

    static String of(Strategy strategy) {
        return switch (strategy) {
            case NAIVE -> "#c0392b";
            case JITTER -> "#e67e22";
            case JITTER_RETRY_AFTER -> "#f1b70e";
            case LOCAL_WHOLE -> "#a0785a";
            case LOCAL_SHARE -> "#8e44ad";
            case LOCAL_SHARE_90 -> "#c39bd3";
            case FLEET_LIMIT -> "#7f8c8d";
            case NOT_ADAPTIVE -> "#5dade2";
            case NO_GUESSES -> "#2471a3";
            case HEADGATE -> "#1e8449";
            case HEADGATE_MARKED -> "#82e0aa";
        };
    }
}
