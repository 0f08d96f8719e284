package dev.headgate.limiter;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Places that were cancelled and that nobody holds, in the order of their times. */
final class Holes {
    private final ArrayList<Place> places = new ArrayList<>(4);

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** A hole whose time has passed counts as used. */
    void dropBefore(long now) {
        while (!places.isEmpty() && places.get(0).slot < now) {
            places.remove(0);
        }
    }

    /** The earliest hole, not before {@code from}, in which a call with these costs can stand. */
    @Nullable
    Place firstFor(long n, long @Nullable [] costs, int limits, long from) {
        for (Place place : places) {
            if (place.slot >= from && place.fits(n, costs, limits)) {
                return place;
            }
        }
        return null;
    }

    /** Adds a hole, after those of the same time. */
    void add(Place place) {
        int at = places.size();
        while (at > 0 && places.get(at - 1).slot > place.slot) {
            at--;
        }
        places.add(at, place);
    }

    /** Puts what is left of a hole in its place, or takes it away if nothing is. */
    void replace(Place place, @Nullable Place rest) {
        int at = places.indexOf(place);
        if (rest == null) {
            places.remove(at);
        } else {
            places.set(at, rest);
        }
    }

    /** Takes away and returns the hole with this mark. */
    @Nullable
    Place take(long mark) {
        for (int i = places.size() - 1; i >= 0; i--) {
            if (places.get(i).mark == mark) {
                return places.remove(i);
            }
        }
        return null;
    }

    /** The largest cost, the same in every limit, for which a hole is open at exactly {@code now}; 0 if none. */
    long largestAt(long now, int limits) {
        long most = 0;
        for (Place place : places) {
            if (place.slot == now) {
                long least = Long.MAX_VALUE;
                for (int i = 0; i < limits; i++) {
                    least = Math.min(least, place.cost(i));
                }
                most = Math.max(most, least);
            }
        }
        return most;
    }
}
