package dev.headgate.it.storms;

import dev.headgate.limiter.Bandwidth;
import java.util.List;

/**
 * What the rule lets the fleet do. Immutable.
 *
 * @param kind the algorithm
 * @param ofCapacity calls a second as a share of the downstream's capacity
 */
public record FleetLimit(LimitKind kind, double ofCapacity) {
    List<Bandwidth> bandwidths(double capacity) {
        return kind.limits(capacity * ofCapacity);
    }
}
