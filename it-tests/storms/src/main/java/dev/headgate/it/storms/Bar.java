package dev.headgate.it.storms;

/**
 * What one storm must come to. Immutable.
 *
 * @param scenario the storm
 * @param strategy what the program does against it
 * @param once what holds with any one seed
 * @param mean what holds for the mean of twenty
 */
public record Bar(Scenario scenario, Strategy strategy, Bounds once, Bounds mean) {
    @Override
    public String toString() {
        return scenario.name() + " " + strategy.label();
    }
}
